// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The challenge of a registration between its two calls.
///
/// It is not stored: what the authenticator signs is itself the sealed state, good for one user, once, for five
/// minutes.
struct RegistrationChallenge: Sendable, Equatable {
    /// How long it is good, in seconds.
    private static let lifetime = 300.0
    private static let purpose = "passkey-registration"

    private let id: String
    let clientID: String
    private let expiresAt: Date

    /// A new challenge for the user of a client.
    init(clientID: String, entropy: Entropy, now: Date) {
        id = entropy.uuid()
        self.clientID = clientID
        expiresAt = now.addingTimeInterval(Self.lifetime)
    }

    /// Opens what ``sealed(by:for:)`` made for the same user.
    /// - Throws: `WebAuthnChallengeNotFoundException` for anything else, and for one that is too old.
    init(opening challenge: [UInt8], of user: UserRecord, sealer: Sealer, now: Date) throws(ServiceFault) {
        let plain: [UInt8]
        do {
            plain = try sealer.open(challenge, purpose: Self.purpose, context: Self.context(user))
        } catch {
            throw .noSuchPasskeyChallenge
        }
        var fields = SealedFields(plain)
        guard let id = fields.nextText(), let clientID = fields.nextText(), let expiresAt = fields.nextDate(),
            fields.isAtEnd, expiresAt > now
        else { throw .noSuchPasskeyChallenge }
        (self.id, self.clientID, self.expiresAt) = (id, clientID, expiresAt)
    }

    /// The bytes that the authenticator signs.
    func sealed(by sealer: Sealer, for user: UserRecord) -> [UInt8] {
        var fields = SealedFields()
        fields.append(id)
        fields.append(clientID)
        fields.append(expiresAt)
        return sealer.seal(fields.bytes, purpose: Self.purpose, context: Self.context(user))
    }

    /// The row that remembers that it was answered.
    var spentTicket: SpentTicket { SpentTicket(id: id, expiresAt: expiresAt) }

    private static func context(_ user: UserRecord) -> [UInt8] { Array("\(user.poolID)|\(user.sub)".utf8) }
}
