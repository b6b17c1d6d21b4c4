// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A user pool with an app client and an identity pool: what one app is configured with.
public struct TestPool: Sendable, Equatable {
    /// The user pool's id.
    public let id: String
    /// The app client.
    public let client: TestAppClient
    /// The identity pool's id; guests and the user pool's users get credentials there.
    public let identityPoolID: String
}
