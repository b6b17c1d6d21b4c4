// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The place of the stored session.
public struct AWSCognitoSecureStoragePreferences: Sendable {
    /// The group of apps that share the session; private when `nil`.
    public let accessGroup: AccessGroup?
    /// The key that seals the stored session on Linux.
    public let sealing: AWSCognitoStorageSealing

    /// Makes preferences for a session that is not sealed on Linux.
    public init(accessGroup: AccessGroup? = nil) {
        self.init(accessGroup: accessGroup, sealing: .none)
    }

    /// Makes preferences.
    public init(accessGroup: AccessGroup? = nil, sealing: AWSCognitoStorageSealing) {
        self.accessGroup = accessGroup
        self.sealing = sealing
    }
}

/// The key that seals the stored session on Linux; on Apple's systems the keychain holds the session itself.
///
/// An app can change its choice: its next start seals what is stored, or opens it. Apps that share an access group choose
/// the same.
public enum AWSCognitoStorageSealing: Sendable {
    /// No key: files that only their owner can read.
    case none
    /// A key in the desktop's Secret Service, such as gnome-keyring, KWallet or KeePassXC.
    ///
    /// The library libsecret is loaded at run time. While the keyring is locked, or cannot be reached, calls that need the
    /// session throw; the stored session stays, and can be read again once the keyring is unlocked.
    case secretService
}
