// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Draws, seals and checks the secrets that users share with their authenticator apps.
struct SoftwareTokens: Sendable {
    /// A secret that was drawn: as the user gets it, once, and as it is kept.
    struct Draw: Sendable {
        /// Base32 without padding, 52 characters.
        let secretCode: String
        let sealed: [UInt8]
    }

    private static let purpose = "software-token"
    /// HMAC-SHA-1 takes any number; the service gives 52 characters of Base32.
    private static let secretBytes = 32

    let sealer: Sealer
    let entropy: Entropy

    /// A new secret for a user.
    func draw(for user: UserRecord) -> Draw {
        let secret = entropy.bytes(Self.secretBytes)
        return Draw(
            secretCode: Base32.encode(secret),
            sealed: sealer.seal(secret, purpose: Self.purpose, context: Self.context(user)))
    }

    /// The step whose code a user gave; `nil` for a wrong one.
    /// - Throws: an internal error for a secret that was not sealed for this user.
    func matchingStep(
        _ code: String, of sealed: [UInt8], for user: UserRecord, at now: Date
    ) throws(ServiceFault) -> Int64? {
        let secret: [UInt8]
        do {
            secret = try sealer.open(sealed, purpose: Self.purpose, context: Self.context(user))
        } catch {
            throw ServiceFault(unforeseen: error)
        }
        return TOTP(secret: Secret(secret)).matchingStep(code, at: now)
    }

    /// What is spent when the code of a step is taken, so that it is good once.
    static func ticket(of user: UserRecord, step: Int64) -> SpentTicket {
        // The step's code is taken until the step after it has passed.
        let end = Date(timeIntervalSince1970: Double((step + 2) * Int64(TOTP.stepSeconds)))
        return SpentTicket(id: "totp|\(user.poolID)|\(user.sub)|\(step)", expiresAt: end)
    }

    private static func context(_ user: UserRecord) -> [UInt8] {
        Array("\(user.poolID)|\(user.sub)".utf8)
    }
}

extension UserPools {
    var softwareTokens: SoftwareTokens { SoftwareTokens(sealer: sealer, entropy: entropy) }
}

extension ServiceFault {
    /// For codes of an authenticator app in a pool that has none.
    static let noSoftwareTokens = ServiceFault(
        .softwareTokenMFANotFound, "Software Token MFA has not been enabled by the userPool")
    /// For the code of a step that was taken before.
    static let usedSoftwareToken = ServiceFault(
        .expiredCode, "Your software token has already been used once.")
}
