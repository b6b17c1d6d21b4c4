// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// The tokens of the signed-in user.
public struct Tokens: Sendable {
    /// The ID token; nil if an OAuth provider issued none.
    public let idToken: SessionToken?
    /// The access token, which calls in the name of the user carry.
    public let accessToken: SessionToken?
    /// The refresh token, which renews the others; nil if an OAuth provider issued none.
    public let refreshToken: SessionToken?
    /// The time until which the access token is valid.
    public let expiration: Date?
}

/// Receives the tokens, or the reason why there are none.
public typealias TokenCompletion = (Tokens?, (any Error)?) -> Void
