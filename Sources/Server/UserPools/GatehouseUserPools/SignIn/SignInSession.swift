// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// A sign-in between two calls.
///
/// It is not stored: it travels sealed in the session string.
struct SignInSession: Sendable, Equatable {
    /// Names this step of the sign-in; answered once.
    var ticket: String
    let poolID: String
    let clientID: String
    /// A made-up one for a name that stands for nobody.
    let sub: String
    /// Whether the sub is a user's.
    var isKnown = true
    /// The name that was typed, which answers may go on using.
    let typedName: String
    var flow = SignInFlow.user
    var state: SignInMachine.State
    /// The event of the sign-in, once a factor was proved.
    var eventID: String? = nil
    /// The digest of the password that the user had at this step: after a change the session is invalid.
    var password: [UInt8]? = nil
    /// The digest of the user's second factors, if one is asked for: others make the session worthless.
    var factors: [UInt8]? = nil
    /// What was proved so far, or by an access token.
    var methods: Set<AuthenticationMethod> = []
    /// When the oldest of these methods was proved; `nil` where none was.
    var provedAt: Date? = nil
    /// The level that the sign-in must reach, or it fails.
    var target: AuthenticationLevel? = nil
    /// The tokens whose sign-in proved what was not proved here: revoked, they make the session worthless.
    var family: String? = nil
    /// The key of the user's device that the sign-in is made with, once a call has named one.
    var deviceKey: String? = nil
    /// What the open challenge needs to know besides.
    var detail: ChallengeDetail? = nil
    var expiresAt: Date
}

extension SignInSession {
    private static let purpose = "session-string"
    /// Session strings and secret blocks have a multiple of so many bytes.
    static let paddedLength = 256

    /// The opaque string that the client carries.
    func sealed(by sealer: Sealer) -> String {
        var fields = SealedFields()
        append(to: &fields)
        fields.pad(toMultipleOf: Self.paddedLength)
        return Base64.encode(sealer.seal(fields.bytes, purpose: Self.purpose, context: []))
    }

    /// Opens a session string; `AssociateSoftwareToken` and `VerifySoftwareToken` have it alone, without a client.
    ///
    /// A string that this server sealed in a form which this release does not read is a session of another release; it
    /// counts as expired.
    ///
    /// - Throws: `NotAuthorizedException` for garbage, another client's session, or one that is too old.
    init(opening text: String, clientID: String?, sealer: Sealer, now: Date) throws(ServiceFault) {
        guard let sealed = Base64.decode(text) else { throw .invalidSession }
        guard let (form, plaintext) = try? sealer.openForm(sealed, purpose: Self.purpose, context: []) else {
            // The first releases bound the seal to the client.
            let isOfFirstForm = clientID.map { id in
                (try? sealer.openForm(sealed, purpose: Self.purpose, context: Array(id.utf8))) != nil
            }
            throw isOfFirstForm == true ? .expiredSession : .invalidSession
        }
        guard let session = Self(plaintext, form: form) else { throw .expiredSession }
        guard clientID == nil || clientID == session.clientID else { throw .invalidSession }
        guard session.expiresAt > now else { throw .expiredSession }
        self = session
    }

    /// Reads a whole row: in form 1 it is padded.
    private init?(_ plaintext: [UInt8], form: UInt8) {
        var fields = SealedFields(plaintext)
        self.init(next: &fields)
        guard form == 0 || form == 1 && fields.next() != nil, fields.isAtEnd else { return nil }
    }

    /// Writes the session into a row of fields.
    func append(to fields: inout SealedFields) {
        for text in [ticket, poolID, clientID, sub, isKnown ? "1" : "0", typedName, flow.rawValue, state.rawValue] {
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
        fields.append(family ?? "")
        // Where nothing was proved, the time is not read.
        fields.append(provedAt ?? .distantPast)
    }

    /// Reads what ``append(to:)`` wrote; `nil` for anything else.
    ///
    /// A row of form 0 that ends after the time is of a release without levels of authentication; its sessions remain
    /// valid until they expire.
    init?(next fields: inout SealedFields) {
        guard
            let ticket = fields.nextText(), let poolID = fields.nextText(), let clientID = fields.nextText(),
            let sub = fields.nextText(), let isKnown = fields.nextText(), let typedName = fields.nextText(),
            let flow = fields.nextText().flatMap(SignInFlow.init),
            let state = fields.nextText().flatMap(SignInMachine.State.init), let eventID = fields.nextText(),
            let deviceKey = fields.nextText(), let password = fields.next(), let factors = fields.next(),
            let detail = fields.next(), let expiresAt = fields.nextDate()
        else { return nil }
        self.init(
            ticket: ticket, poolID: poolID, clientID: clientID, sub: sub, isKnown: isKnown == "1",
            typedName: typedName, flow: flow, state: state, eventID: eventID.isEmpty ? nil : eventID,
            password: password.isEmpty ? nil : password, factors: factors.isEmpty ? nil : factors,
            deviceKey: deviceKey.isEmpty ? nil : deviceKey, expiresAt: expiresAt)
        if !detail.isEmpty {
            guard let read = ChallengeDetail(bytes: detail) else { return nil }
            self.detail = read
        }
        guard !fields.isAtEnd else { return }
        guard
            let methods = fields.nextText(), let target = fields.nextText(), let family = fields.nextText(),
            let provedAt = fields.nextDate()
        else { return nil }
        self.methods = Set(text: methods)
        self.provedAt = self.methods.isEmpty ? nil : provedAt
        self.target = Int(target).flatMap(AuthenticationLevel.init(rawValue:))
        self.family = family.isEmpty ? nil : family
    }

    /// The row that remembers that this step was answered.
    var spentTicket: SpentTicket { SpentTicket(id: ticket, expiresAt: expiresAt) }
}
