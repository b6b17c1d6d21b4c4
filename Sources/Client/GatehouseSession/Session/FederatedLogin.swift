// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A token of a provider other than the user pool, with which an identity was federated.
package struct FederatedLogin: Sendable, Equatable, Codable {
    /// The provider's key in `Logins`; empty if the user does not appear in the identity pool, which then sees a guest.
    package var provider: String
    /// The token that the provider issued, such as an id token.
    package var token: String
    /// The role that is requested in place of the identity pool's choice.
    package var customRoleARN: String?
    /// The tokens of the provider's own pages; nil if the app obtained the token in another way.
    package var pages: ProviderTokens?

    /// Creates a login.
    package init(provider: String, token: String, customRoleARN: String? = nil, pages: ProviderTokens? = nil) {
        self.provider = provider
        self.token = token
        self.customRoleARN = customRoleARN
        self.pages = pages
    }

    /// Whether it is a later login of the same user with the same provider, as far as the tokens say: users whose tokens
    /// are not JWTs cannot be distinguished.
    func renews(_ former: FederatedLogin) -> Bool {
        guard provider == former.provider, (pages == nil) == (former.pages == nil) else { return false }
        let (subject, formerSubject) = (TokenClaims(token).sub, TokenClaims(former.token).sub)
        return subject == formerSubject || subject == nil || formerSubject == nil
    }

    /// The login in requests to the identity pool.
    var logins: [String: String] { provider.isEmpty ? [:] : [provider: pages?.login ?? token] }
}

extension FederatedLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(login with \(provider))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["provider": provider]) }
}

/// The way in which a signed-in user appears in the identity pool.
package enum UserFederation: Sendable, Equatable, Codable {
    /// Not at all: the credentials are a guest's.
    case disabled
    /// Under this key in `Logins`, in place of the user pool's own.
    case provider(String)

    /// The names of the ways in the stored form.
    enum CodingKeys: CodingKey { case disabled, provider }
}

/// The tokens from the pages of an OAuth provider other than the user pool; they never print.
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
