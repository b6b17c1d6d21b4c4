// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The outcome of a sign-out; the plugin's own type has details.
public protocol AuthSignOutResult: Sendable {}

/// The result of a sign-out that reached no plugin, because Auth is not set up.
struct UnservedSignOut: AuthSignOutResult, CustomStringConvertible {
    let error: AuthError

    var description: String { error.debugDescription }
}
