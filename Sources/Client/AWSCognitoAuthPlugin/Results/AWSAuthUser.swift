// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// A signed-in user of a user pool.
public struct AWSAuthUser: AuthUser {
    /// The user name, as the access token has it.
    public var username: String

    /// The user's `sub`.
    public var userId: String
}
