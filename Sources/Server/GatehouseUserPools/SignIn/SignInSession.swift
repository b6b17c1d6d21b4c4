// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

/// A sign-in between two calls.
///
/// It is not stored: it travels sealed in the session string.
struct SignInSession: Sendable, Equatable, Codable {
    /// Names this step of the sign-in; answered once.
    let ticket: String
    let poolID: String
    let clientID: String
    let sub: String
    /// The name that was typed, which answers may go on using.
    let typedName: String
    let state: SignInMachine.State
    let expiresAt: Date
}

extension SignInSession {
    private static let purpose = "session-string"

    /// The opaque string that the client carries.
    func sealed(by sealer: Sealer) throws -> String {
        let plain = try Array(JSONEncoder.compact.encode(self))
        return Base64.encode(sealer.seal(plain, purpose: Self.purpose, context: Array(clientID.utf8)))
    }

    /// Opens a session string.
    /// - Throws: `NotAuthorizedException` for garbage, another client's session, or one that is too old.
    init(opening text: String, clientID: String, sealer: Sealer, now: Date) throws(ServiceFault) {
        guard
            let sealed = Base64.decode(text),
            let plain = try? sealer.open(sealed, purpose: Self.purpose, context: Array(clientID.utf8)),
            let session = try? JSONDecoder().decode(Self.self, from: Data(plain))
        else { throw .invalidSession }
        guard session.expiresAt > now else { throw .expiredSession }
        self = session
    }

    /// The row that remembers that this step was answered.
    var spentTicket: SpentTicket { SpentTicket(id: ticket, expiresAt: expiresAt) }
}
