// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The place of the stored session.
public struct AWSCognitoSecureStoragePreferences: Sendable {
    /// The group of apps that share the session; private when `nil`.
    public let accessGroup: AccessGroup?

    /// Makes preferences.
    public init(accessGroup: AccessGroup? = nil) {
        self.accessGroup = accessGroup
    }
}
