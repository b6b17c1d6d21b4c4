// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
