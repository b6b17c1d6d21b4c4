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
