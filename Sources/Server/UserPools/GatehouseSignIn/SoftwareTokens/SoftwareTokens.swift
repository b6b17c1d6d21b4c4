// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

/// Generates, seals and checks the secrets that users share with their authenticator apps.
package struct SoftwareTokens: Sendable {
    /// A new secret: in the form that the user receives once, and in the form that is stored.
    package struct Draw: Sendable {
        /// Base32 without padding, 52 characters.
        package let secretCode: String
        /// The encrypted secret.
        package let sealed: [UInt8]
    }

    private static let purpose = SealPurpose.softwareToken
    /// HMAC-SHA-1 accepts any length; 32 bytes are 52 characters of Base32, as in Cognito.
    private static let secretBytes = 32

    let sealer: Sealer
    let entropy: Entropy
    let forwardClock: ForwardClock

    /// Generates a secret for a user.
    package func draw(for user: UserRecord) -> Draw {
        let secret = entropy.bytes(Self.secretBytes)
        return Draw(
            secretCode: Base32.encode(secret),
            sealed: sealer.seal(secret, purpose: Self.purpose, context: Self.context(user)))
    }

    /// The time step whose code the user entered; `nil` for a wrong code.
    /// - Throws: an internal error for a secret that was not sealed for this user.
    package func matchingStep(
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

    /// A secret that was sealed some time ago, as it is stored now: under the current key.
    /// - Throws: an internal error for a secret that was not sealed for this user.
    package func renewed(_ sealed: [UInt8], for user: UserRecord) throws(ServiceFault) -> [UInt8] {
        do {
            return try sealer.resealed(sealed, purpose: Self.purpose, context: Self.context(user)) ?? sealed
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }

    /// The id of a time step's code, which is accepted only once.
    package func singleUseID(of user: UserRecord, step: Int64) -> SingleUseID {
        SingleUseID(
            id: "totp|\(user.poolID)|\(user.sub)|\(step)", expiresAt: forwardClock.now.addingTimeInterval(Self.memory))
    }

    /// The time for which a used code is remembered, in seconds.
    ///
    /// A code is accepted for less than two minutes of the wall clock, by which the app makes it. It would be accepted a
    /// second time only after this time, if the wall clock were set back to those minutes.
    private static let memory = 2.0 * 86_400

    private static func context(_ user: UserRecord) -> [UInt8] {
        Array("\(user.poolID)|\(user.sub)".utf8)
    }
}

extension UserPools {
    /// The secrets of authenticator apps.
    package var softwareTokens: SoftwareTokens {
        SoftwareTokens(sealer: sealer, entropy: entropy, forwardClock: forwardClock)
    }
}

extension ServiceFault {
    /// The fault for codes of an authenticator app in a pool that does not allow them.
    package static let noSoftwareTokens = ServiceFault(
        .softwareTokenMFANotFound, "Software Token MFA has not been enabled by the userPool")
    /// The fault for the code of a time step that was used already.
    package static let usedSoftwareToken = ServiceFault(
        .expiredCode, "Your software token has already been used once.")
}
