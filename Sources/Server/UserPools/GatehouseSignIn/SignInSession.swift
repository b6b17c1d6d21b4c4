// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// A sign-in between two calls.
///
/// It is not stored: the session string contains it in sealed form.
struct SignInSession: Sendable, Equatable {
    /// The id of this step of the sign-in, which can be answered once.
    var stepID: String
    let poolID: String
    let clientID: String
    /// The id of the user; a random one for an unknown user name.
    let sub: String
    /// Whether the sign-in has a user; `false` also for a user that the client must not learn of.
    var isKnown = true
    /// The user name that was typed; answers can use it.
    let typedName: String
    var flow = SignInFlow.user
    var state: SignInMachine.State
    /// The id of the authentication event, once a factor was proved.
    var eventID: String? = nil
    /// The digest of the user's password at this step; after a change the session is invalid.
    var password: [UInt8]? = nil
    /// The digest of the user's second factors, in a step that needs one; after a change the session is invalid.
    var factors: [UInt8]? = nil
    /// The methods that the sign-in or its access token has proved.
    var methods: Set<AuthenticationMethod> = []
    /// The time of the oldest of these proofs; `nil` without proofs.
    var provedAt: Date? = nil
    /// The level that the sign-in must reach.
    var target: AuthenticationLevel? = nil
    /// The sign-in whose proofs count; if it has ended, the session is invalid.
    var former: FormerSignIn? = nil
    /// The key of the user's device, once a call has named one.
    var deviceKey: String? = nil
    /// The data of the challenge.
    var detail: ChallengeDetail? = nil
    /// The time by the forward clock at which the step expires.
    var expiresAt: Date
    /// What the sign-in ends in; it is not a field of the sealed data but decides what the data is bound to.
    var outcome = SignInOutcome.tokens
}

extension SignInSession {
    private static let purpose = SealPurpose.sessionString
    /// The length of session strings and secret blocks is padded to a multiple of this number, in bytes.
    static let paddedLength = 256

    /// The opaque session string for the client.
    func sealed(by sealer: Sealer) -> String {
        var fields = SealedFields()
        append(to: &fields)
        fields.pad(toMultipleOf: Self.paddedLength)
        return Base64.encode(sealer.seal(fields.bytes, purpose: Self.purpose, context: outcome.sealContext))
    }

    /// Unseals a session string; `clientID` is `nil` in `AssociateSoftwareToken` and `VerifySoftwareToken`, which name
    /// no client, and `now` is the time of the forward clock.
    ///
    /// A string of this server in a form that this release does not read belongs to another release. It counts
    /// as expired. A string of a sign-in with another outcome is not valid: one of the API is refused on the pages, and
    /// the other way round.
    ///
    /// - Throws: `NotAuthorizedException` for invalid data, another client's session, or an expired session.
    init(
        unsealing text: String, clientID: String?, outcome: SignInOutcome = .tokens, sealer: Sealer, now: Date
    ) throws(ServiceFault) {
        guard let sealed = Base64.decode(text) else { throw .invalidSession }
        guard
            let (form, plaintext) = try? sealer.openForm(
                sealed, purpose: Self.purpose, context: outcome.sealContext)
        else {
            // The first releases sealed sessions with the id of the client as the context.
            let isOfFirstForm = clientID.map { id in
                (try? sealer.openForm(sealed, purpose: Self.purpose, context: Array(id.utf8))) != nil
            }
            throw isOfFirstForm == true ? .expiredSession : .invalidSession
        }
        guard var session = Self(plaintext, form: form) else { throw .expiredSession }
        session.outcome = outcome
        guard clientID == nil || clientID == session.clientID else { throw .invalidSession }
        guard session.isValid(at: now) else { throw .expiredSession }
        self = session
    }

    /// Reads all fields; form 1 is padded.
    private init?(_ plaintext: [UInt8], form: UInt8) {
        var fields = SealedFields(plaintext)
        self.init(next: &fields)
        guard form == 0 || form == 1 && fields.next() != nil, fields.isAtEnd else { return nil }
    }

    /// Appends the fields of the session.
    func append(to fields: inout SealedFields) {
        for text in [stepID, poolID, clientID, sub, isKnown ? "1" : "0", typedName, flow.rawValue, state.rawValue] {
            fields.append(text)
        }
        fields.append(eventID ?? "")
        fields.append(deviceKey ?? "")
        fields.append(password ?? [])
        fields.append(factors ?? [])
        fields.append(detail.map(\.bytes) ?? [])
        fields.append(expiresAt)
        fields.append(methods.text)
        fields.append(target.map { String($0.rawValue) } ?? "")
        fields.append(former?.text ?? "")
        // Without proofs, the time is ignored when the fields are read.
        fields.append(provedAt ?? .distantPast)
    }

    /// Reads the fields that ``append(to:)`` wrote; `nil` for other data.
    ///
    /// In form 0, fields that end after `expiresAt` come from a release without levels of authentication. Such sessions
    /// remain valid until they expire.
    init?(next fields: inout SealedFields) {
        guard
            let stepID = fields.nextText(), let poolID = fields.nextText(), let clientID = fields.nextText(),
            let sub = fields.nextText(), let isKnown = fields.nextText(), let typedName = fields.nextText(),
            let flow = fields.nextText().flatMap(SignInFlow.init),
            let state = fields.nextText().flatMap(SignInMachine.State.init), let eventID = fields.nextText(),
            let deviceKey = fields.nextText(), let password = fields.next(), let factors = fields.next(),
            let detail = fields.next(), let expiresAt = fields.nextDate()
        else { return nil }
        self.init(
            stepID: stepID, poolID: poolID, clientID: clientID, sub: sub, isKnown: isKnown == "1",
            typedName: typedName, flow: flow, state: state, eventID: eventID.isEmpty ? nil : eventID,
            password: password.isEmpty ? nil : password, factors: factors.isEmpty ? nil : factors,
            deviceKey: deviceKey.isEmpty ? nil : deviceKey, expiresAt: expiresAt)
        if !detail.isEmpty {
            guard let read = ChallengeDetail(bytes: detail) else { return nil }
            self.detail = read
        }
        guard !fields.isAtEnd else { return }
        guard
            let methods = fields.nextText(), let target = fields.nextText(), let former = fields.nextText(),
            let provedAt = fields.nextDate()
        else { return nil }
        self.methods = Set(text: methods)
        self.provedAt = self.methods.isEmpty ? nil : provedAt
        self.target = Int(target).flatMap(AuthenticationLevel.init(rawValue:))
        self.former = FormerSignIn(text: former)
    }

    /// Whether the step may still be answered, by the forward clock: an id that was spent may be removed afterwards.
    func isValid(at now: Date) -> Bool { expiresAt > now }

    /// The id that the answer to this step spends.
    var singleUseID: SingleUseID { SingleUseID(id: stepID, expiresAt: expiresAt) }
}
