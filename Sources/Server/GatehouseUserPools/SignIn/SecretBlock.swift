// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

/// The server's side of an SRP handshake between its two calls, sealed in `SECRET_BLOCK`.
///
/// The client signs the bytes and sends them back; it cannot read or change them.
struct SecretBlock: Sendable, Equatable {
    /// Answered once; the session string of the same challenge has the same ticket.
    let ticket: String
    let poolID: String
    let clientID: String
    /// A made-up one for a name that stands for nobody.
    let sub: String
    /// Whether the sub is a user's; the block is as long either way.
    let isKnown: Bool
    /// The name that was typed, which answers may go on using.
    let typedName: String
    /// `USER_ID_FOR_SRP`.
    let userID: String
    let clientPublicKey: [UInt8]
    let serverPublicKey: [UInt8]
    let serverPrivateKey: [UInt8]
    let expiresAt: Date
}

extension SecretBlock {
    private static let purpose = "srp-secret-block"

    /// The bytes that the client signs.
    func sealed(by sealer: Sealer) -> [UInt8] {
        sealer.seal(fields.bytes, purpose: Self.purpose, context: Array(clientID.utf8))
    }

    /// Opens a block.
    /// - Throws: `NotAuthorizedException` for garbage, another client's block, or one that is too old.
    init(opening sealed: [UInt8], clientID: String, sealer: Sealer, now: Date) throws(ServiceFault) {
        guard
            let plain = try? sealer.open(sealed, purpose: Self.purpose, context: Array(clientID.utf8)),
            let block = Self(SealedFields(plain))
        else { throw .wrongCredentials }
        guard block.expiresAt > now else { throw .wrongCredentials }
        self = block
    }

    private var fields: SealedFields {
        var fields = SealedFields()
        for text in [ticket, poolID, clientID, sub, isKnown ? "1" : "0", typedName, userID] { fields.append(text) }
        for key in [clientPublicKey, serverPublicKey, serverPrivateKey] { fields.append(key) }
        fields.append(expiresAt)
        return fields
    }

    private init?(_ sealed: SealedFields) {
        var fields = sealed
        guard
            let ticket = fields.nextText(), let poolID = fields.nextText(), let clientID = fields.nextText(),
            let sub = fields.nextText(), let isKnown = fields.nextText(), let typedName = fields.nextText(),
            let userID = fields.nextText(), let clientPublicKey = fields.next(),
            let serverPublicKey = fields.next(), let serverPrivateKey = fields.next(),
            let expiresAt = fields.nextDate(), fields.isAtEnd
        else { return nil }
        self.init(
            ticket: ticket, poolID: poolID, clientID: clientID, sub: sub, isKnown: isKnown == "1",
            typedName: typedName, userID: userID, clientPublicKey: clientPublicKey, serverPublicKey: serverPublicKey,
            serverPrivateKey: serverPrivateKey, expiresAt: expiresAt)
    }

    /// The row that remembers that the handshake was answered.
    var spentTicket: SpentTicket { SpentTicket(id: ticket, expiresAt: expiresAt) }
}
