// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A signed-in user.
public protocol AuthUser: Sendable {
    /// The user name.
    var username: String { get }

    /// The user's `sub`.
    var userId: String { get }
}
