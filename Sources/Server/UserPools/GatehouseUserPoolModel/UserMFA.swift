// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The second factors of a user.
package struct UserMFA: Sendable, Equatable {
    /// An authenticator app whose secret the user has proved to know.
    package struct SoftwareToken: Sendable, Equatable {
        /// The secret, sealed for the user.
        package let sealedSecret: [UInt8]
        /// What the user calls the app or its device.
        package let friendlyName: String?
        package let verifiedAt: Date

        /// Creates a token that is verified.
        package init(sealedSecret: [UInt8], friendlyName: String?, verifiedAt: Date) {
            self.sealedSecret = sealedSecret
            self.friendlyName = friendlyName
            self.verifiedAt = verifiedAt
        }
    }

    /// A user without any.
    package static let none = UserMFA()

    package var softwareToken: SoftwareToken?
    /// The secret of a token that is being set up with an access token, sealed; the present one stays until it is
    /// verified.
    package var pendingSecret: [UInt8]?
    /// What the user has switched on; a software token stands here only if it is verified.
    package var enabled: Set<SecondFactor>
    /// One of those that are switched on.
    package var preferred: SecondFactor?
    /// Codes by SMS, as `SetUserSettings` switches them on.
    package var legacySMS: Bool
    /// Whether the user wants passkeys to count as both factors, where the pool lets them.
    package var usesPasskeys: Bool

    /// Creates the factors of a user.
    package init(
        softwareToken: SoftwareToken? = nil, pendingSecret: [UInt8]? = nil, enabled: Set<SecondFactor> = [],
        preferred: SecondFactor? = nil, legacySMS: Bool = false, usesPasskeys: Bool = false
    ) {
        self.softwareToken = softwareToken
        self.pendingSecret = pendingSecret
        self.enabled = enabled
        self.preferred = preferred
        self.legacySMS = legacySMS
        self.usesPasskeys = usesPasskeys
    }
}
