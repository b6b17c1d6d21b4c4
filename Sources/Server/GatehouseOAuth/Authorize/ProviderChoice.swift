// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The identity provider to which an authorization request goes without showing the login page.
package enum ProviderChoice: Sendable, Equatable {
    /// The users of the pool itself (`COGNITO`).
    case pool
    /// The provider with this name in the pool.
    case named(String)
}
