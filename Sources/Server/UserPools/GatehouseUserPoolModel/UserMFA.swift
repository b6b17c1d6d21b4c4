// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto

/// The second factors and MFA settings of a user.
package struct UserMFA: Sendable, Equatable {
    /// An authenticator app that the user has verified.
    ///
    /// Two are equal if they are the same secret as it was set once, whatever key seals it.
    package struct SoftwareToken: Sendable, Equatable {
        /// The TOTP secret, encrypted for the user.
        package let sealedSecret: [UInt8]
        /// The user's name for the app or its device.
        package let friendlyName: String?
        /// The time at which the first code of the app was verified.
        package let verifiedAt: Date
        /// The version, as ``SealedVersion`` describes; `nil` if a release that stored none set the token up.
        package let storedVersion: [UInt8]?

        /// The version, stored or not.
        package var version: [UInt8] { storedVersion ?? SealedVersion.first(of: sealedSecret) }

        /// Creates the record of a stored token.
        package init(sealedSecret: [UInt8], friendlyName: String?, verifiedAt: Date, storedVersion: [UInt8]? = nil) {
            self.sealedSecret = sealedSecret
            self.friendlyName = friendlyName
            self.verifiedAt = verifiedAt
            self.storedVersion = storedVersion
        }

        /// Creates the record of a token that is verified now.
        package init(new sealedSecret: [UInt8], friendlyName: String?, verifiedAt: Date) {
            self.init(
                sealedSecret: sealedSecret, friendlyName: friendlyName, verifiedAt: verifiedAt,
                storedVersion: SealedVersion.first(of: sealedSecret))
        }

        package static func == (one: Self, other: Self) -> Bool {
            one.version == other.version && one.friendlyName == other.friendlyName
                && one.verifiedAt == other.verifiedAt
        }
    }

    /// The settings of a user without second factors.
    package static let none = UserMFA()

    /// The verified authenticator app, if there is one.
    package var softwareToken: SoftwareToken?
    /// The encrypted secret of an app that is being set up with an access token; the present app remains valid until
    /// the new one is verified.
    package var pendingSecret: [UInt8]?
    /// The factors that the user has enabled; a software token only if it is verified.
    package var enabled: Set<SecondFactor>
    /// The user's preferred factor, one of the enabled ones.
    package var preferred: SecondFactor?
    /// Whether the user has enabled codes by SMS with `SetUserSettings`.
    package var legacySMS: Bool
    /// Whether the user has chosen that passkeys count as both factors, in pools that allow it.
    package var usesPasskeys: Bool
    /// The time of the last removal of a passkey; proofs of passkeys from before do not count.
    package private(set) var passkeysRemovedAt: Date?

    /// Creates the settings of a user.
    package init(
        softwareToken: SoftwareToken? = nil, pendingSecret: [UInt8]? = nil, enabled: Set<SecondFactor> = [],
        preferred: SecondFactor? = nil, legacySMS: Bool = false, usesPasskeys: Bool = false,
        passkeysRemovedAt: Date? = nil
    ) {
        self.softwareToken = softwareToken
        self.pendingSecret = pendingSecret
        self.enabled = enabled
        self.preferred = preferred
        self.legacySMS = legacySMS
        self.usesPasskeys = usesPasskeys
        self.passkeysRemovedAt = passkeysRemovedAt
    }

    /// Records the removal of a passkey; each removal has a time of its own.
    package mutating func notePasskeyRemoval(at now: Date) {
        passkeysRemovedAt = max(now, passkeysRemovedAt?.addingTimeInterval(0.001) ?? now)
    }
}

/// The versions of passwords and second factors: 32 bytes that differ for every set value, even for equal ones.
///
/// A sign-in in progress is bound to the versions of its user. They are stored, so that sealing a value again under
/// another master key does not end sign-ins.
package enum SealedVersion {
    /// The version of a value that was sealed just now; it differs each time, because sealing is randomized.
    ///
    /// It is also the version of a value from a release that stored none.
    package static func first(of sealed: [UInt8]) -> [UInt8] { sha256(sealed) }
}
