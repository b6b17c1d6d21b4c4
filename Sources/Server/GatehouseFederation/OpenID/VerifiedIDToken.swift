// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// What a verified token of another provider says.
///
/// Its claims never decide about roles by name (`cognito:roles`), because the provider is no user pool of the account.
package struct VerifiedIDToken: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The provider's issuer or domain, and the person's identifier there.
    package let identity: ExternalIdentity
    /// The client that the token was issued to: `azp` if the token has it, else `aud`.
    package let audience: String
    /// All members of the payload; those of a social provider are `iss`, `aud` and `sub` alone.
    package let claims: [WireName: WireValue]

    /// Creates the result of a successful verification.
    package init(identity: ExternalIdentity, audience: String, claims: [WireName: WireValue]) {
        self.identity = identity
        self.audience = audience
        self.claims = claims
    }

    /// Contains the provider; never the person.
    package var description: String { "VerifiedIDToken(\(identity.provider))" }
    package var customMirror: Mirror { Mirror(self, children: ["provider": identity.provider]) }
}
