// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The verified contents of an identity provider's token.
package struct VerifiedLogin: Sendable, Equatable {
    /// The subject at the provider: a user pool's `sub`.
    package let subject: String
    /// The client the token was issued to.
    package let audience: String
    /// The names in the claim `cognito:groups`; empty for a user without groups.
    package let groups: [String]
    /// The ARNs of IAM roles in the claim `cognito:roles`.
    package let roles: [String]
    /// The ARN in the claim `cognito:preferred_role`; `nil` if the token has none.
    package let preferredRole: String?
    /// Whether the issuer also confirmed that the user is enabled and that the token was not revoked.
    package let isStanding: Bool

    /// Creates the result of a successful verification.
    package init(
        subject: String, audience: String, groups: [String], roles: [String], preferredRole: String?,
        isStanding: Bool = false
    ) {
        self.subject = subject
        self.audience = audience
        self.groups = groups
        self.roles = roles
        self.preferredRole = preferredRole
        self.isStanding = isStanding
    }
}

/// Verifies the tokens that identity pools accept as logins.
package protocol LoginVerifier: Sendable {
    /// Whether this verifier checks the tokens under this key of a logins map.
    func handles(provider: String) -> Bool

    /// Whether the provider is one of this server, such as a user pool that exists here.
    /// - Throws: the fault of a store that cannot be read.
    func owns(provider: String) async throws(ServiceFault) -> Bool

    /// Checks signature, issuer, token use and expiry of an ID token.
    /// - Parameters:
    ///   - token: the value of the logins map.
    ///   - provider: the token's key in the logins map.
    ///   - checksRevocation: whether a query to another server checks that the user exists, is enabled and has not been signed
    ///     out (`ServerSideTokenCheck`). For pools of this server, the verifier always checks that.
    /// - Returns: the user and the client that the token identifies.
    /// - Throws: `NotAuthorizedException` with the texts of the service.
    func verify(token: String, provider: String, checksRevocation: Bool) async throws(ServiceFault) -> VerifiedLogin
}

/// Brings the keys of logins maps into their canonical form.
///
/// A user pool has two keys: Cognito's provider name, and the issuer of its tokens without the scheme. Both identify
/// the same provider; the first is the canonical form.
package struct LoginKey: Sendable {
    let deployment: Deployment

    /// Creates the canonical forms for an installation.
    package init(deployment: Deployment) {
        self.deployment = deployment
    }

    /// The canonical form of a key.
    package func canonical(_ key: String) -> String {
        guard key.hasPrefix(issuerPrefix) else { return key }
        let poolID = String(key.dropFirst(issuerPrefix.count))
        return poolID.isEmpty || poolID.contains("/") ? key : deployment.loginKey(ofUserPool: poolID)
    }

    /// The canonical form of the key for an issuer's tokens.
    package func canonical(issuer: String) -> String {
        guard let end = issuer.firstRange(of: "://")?.upperBound else { return canonical(issuer) }
        return canonical(String(issuer[end...]))
    }

    private var issuerPrefix: String {
        let address = deployment.baseURL
        guard let end = address.firstRange(of: "://")?.upperBound else { return address + "/" }
        return address[end...] + "/"
    }
}

/// Knows the claims of logins whose values users can set themselves; they must decide about no role and no tag.
package protocol UserWrittenClaims: Sendable {
    /// The claims among these that a user can set before a login under this key, with any app of the provider.
    ///
    /// For a provider that this server does not run, the result is empty: its administrator knows.
    /// - Throws: the fault of a failing store.
    func claimsThatUsersWrite(
        among claims: Set<String>, provider: String
    ) async throws(ServiceFault) -> Set<String>
}

/// Knows no provider.
package struct NoUserWrittenClaims: UserWrittenClaims {
    /// Creates the value, which holds nothing.
    package init() {}

    package func claimsThatUsersWrite(
        among claims: Set<String>, provider: String
    ) async throws(ServiceFault) -> Set<String> { [] }
}
