// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The challenge of a passkey registration between its two calls.
///
/// It is not stored: the authenticator signs the sealed state itself, which is valid for one user, once, and for five
/// minutes.
struct RegistrationChallenge: Sendable, Equatable {
    /// The validity of a challenge, in seconds.
    private static let lifetime = 300.0
    private static let purpose = SealPurpose.passkeyRegistration

    private let id: String
    let clientID: String
    private let expiresAt: Date

    /// Creates a challenge for a user of a client; `now` is the time of the forward clock, here and below.
    init(clientID: String, entropy: Entropy, now: Date) {
        id = entropy.uuid()
        self.clientID = clientID
        expiresAt = now.addingTimeInterval(Self.lifetime)
    }

    /// Unseals a challenge that ``sealed(by:for:)`` returned for the same user.
    /// - Throws: `WebAuthnChallengeNotFoundException` for other data, and for an expired challenge.
    init(unsealing challenge: [UInt8], of user: UserRecord, sealer: Sealer, now: Date) throws(ServiceFault) {
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

    /// The id that the answer to the challenge spends.
    var singleUseID: SingleUseID { SingleUseID(id: id, expiresAt: expiresAt) }

    private static func context(_ user: UserRecord) -> [UInt8] { Array("\(user.poolID)|\(user.sub)".utf8) }
}
