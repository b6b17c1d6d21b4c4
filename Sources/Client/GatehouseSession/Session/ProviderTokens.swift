// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The tokens that the pages of an OAuth provider issued, which is not the user pool; they never print.
package struct ProviderTokens: Sendable, Equatable, Codable {
    /// The access token, which need not be a JWT.
    package var accessToken: String
    /// The id token, if the provider issued one.
    package var idToken: String?
    /// The refresh token, if the provider issued one.
    package var refreshToken: String?
    /// The time from which the tokens are invalid.
    package var expiration: Date
    /// Whether the provider has refused the refresh token permanently.
    package var isRefreshTokenDead: Bool

    /// Creates a set of tokens.
    package init(
        accessToken: String,
        idToken: String?,
        refreshToken: String?,
        expiration: Date,
        isRefreshTokenDead: Bool = false
    ) {
        self.accessToken = accessToken
        self.idToken = idToken
        self.refreshToken = refreshToken
        // A record read back from the store, in seconds since 1970, must equal the one that was written.
        self.expiration = Date(timeIntervalSince1970: expiration.timeIntervalSince1970)
        self.isRefreshTokenDead = isRefreshTokenDead
    }

    /// The token that identifies the user in the identity pool.
    package var login: String { idToken ?? accessToken }
}

extension ProviderTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(tokens of a provider)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
