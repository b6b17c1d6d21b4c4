// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

/// A sign-in between two calls.
///
/// It is not stored: it travels sealed in the session string.
struct SignInSession: Sendable, Equatable {
    /// Names this step of the sign-in; answered once.
    let ticket: String
    let poolID: String
    let clientID: String
    let sub: String
    /// The name that was typed, which answers may go on using.
    let typedName: String
    let state: SignInMachine.State
    /// The event of the sign-in, once a factor was proved.
    var eventID: String? = nil
    /// The digest of the password that was proved, if that was the step: another one makes the session worthless.
    var password: [UInt8]? = nil
    let expiresAt: Date
}

extension SignInSession {
    private static let purpose = "session-string"

    /// The opaque string that the client carries.
    func sealed(by sealer: Sealer) -> String {
        Base64.encode(sealer.seal(fields.bytes, purpose: Self.purpose, context: Array(clientID.utf8)))
    }

    /// Opens a session string.
    /// - Throws: `NotAuthorizedException` for garbage, another client's session, or one that is too old.
    init(opening text: String, clientID: String, sealer: Sealer, now: Date) throws(ServiceFault) {
        guard
            let sealed = Base64.decode(text),
            let plain = try? sealer.open(sealed, purpose: Self.purpose, context: Array(clientID.utf8)),
            let session = Self(SealedFields(plain))
        else { throw .invalidSession }
        guard session.expiresAt > now else { throw .expiredSession }
        self = session
    }

    private var fields: SealedFields {
        var fields = SealedFields()
        for text in [ticket, poolID, clientID, sub, typedName, state.rawValue, eventID ?? ""] { fields.append(text) }
        fields.append(password ?? [])
        fields.append(expiresAt)
        return fields
    }

    private init?(_ sealed: SealedFields) {
        var fields = sealed
        guard
            let ticket = fields.nextText(), let poolID = fields.nextText(), let clientID = fields.nextText(),
            let sub = fields.nextText(), let typedName = fields.nextText(),
            let state = fields.nextText().flatMap(SignInMachine.State.init), let eventID = fields.nextText(),
            let password = fields.next(), let expiresAt = fields.nextDate(), fields.isAtEnd
        else { return nil }
        self.init(
            ticket: ticket, poolID: poolID, clientID: clientID, sub: sub, typedName: typedName, state: state,
            eventID: eventID.isEmpty ? nil : eventID, password: password.isEmpty ? nil : password,
            expiresAt: expiresAt)
    }

    /// The row that remembers that this step was answered.
    var spentTicket: SpentTicket { SpentTicket(id: ticket, expiresAt: expiresAt) }
}
