// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

/// The server's side of an SRP handshake between its two calls, sealed in `SECRET_BLOCK`.
///
/// The client signs the bytes and sends them back; it cannot read or change them.
struct SecretBlock: Sendable, Equatable, Codable {
    /// Answered once; the session string of the same challenge has the same ticket.
    let ticket: String
    let poolID: String
    let clientID: String
    /// A made-up one for a name that stands for nobody.
    let sub: String
    /// 1 if the sub is a user's, else 0: a number, so that the block is as long either way.
    let isKnown: Int
    /// The name that was typed, which answers may go on using.
    let typedName: String
    /// `USER_ID_FOR_SRP`.
    let userID: String
    let clientPublicKey: Data
    let serverPublicKey: Data
    let serverPrivateKey: Data
    let expiresAt: Date
}

extension SecretBlock {
    private static let purpose = "srp-secret-block"

    /// The bytes that the client signs.
    func sealed(by sealer: Sealer) throws -> [UInt8] {
        sealer.seal(
            try Array(JSONEncoder.compact.encode(self)), purpose: Self.purpose, context: Array(clientID.utf8))
    }

    /// Opens a block.
    /// - Throws: `NotAuthorizedException` for garbage, another client's block, or one that is too old.
    init(opening sealed: [UInt8], clientID: String, sealer: Sealer, now: Date) throws(ServiceFault) {
        guard
            let plain = try? sealer.open(sealed, purpose: Self.purpose, context: Array(clientID.utf8)),
            let block = try? JSONDecoder().decode(Self.self, from: Data(plain))
        else { throw .wrongCredentials }
        guard block.expiresAt > now else { throw .wrongCredentials }
        self = block
    }

    /// The row that remembers that the handshake was answered.
    var spentTicket: SpentTicket { SpentTicket(id: ticket, expiresAt: expiresAt) }
}
