// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Options of `signOut(options:completionHandler:)`.
public struct SignOutOptions: Sendable {
    /// Whether all sessions of the user end, on all devices.
    public let signOutGlobally: Bool
    /// Whether the session also ends at the service.
    public let invalidateTokens: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - signOutGlobally: whether all sessions of the user end, on all devices; no effect on a session of the hosted UI.
    ///   - invalidateTokens: whether the session also ends at the service: the refresh token is revoked, or the hosted UI's
    ///     sign-out page is opened.
    public init(signOutGlobally: Bool = false, invalidateTokens: Bool = true) {
        self.signOutGlobally = signOutGlobally
        self.invalidateTokens = invalidateTokens
    }
}
