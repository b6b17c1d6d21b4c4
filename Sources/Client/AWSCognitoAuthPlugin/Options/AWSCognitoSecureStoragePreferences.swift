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
