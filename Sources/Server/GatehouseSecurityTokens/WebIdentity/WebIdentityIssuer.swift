// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// A part of this server that issues web identity tokens; AssumeRoleWithWebIdentity accepts them without a registration.
package protocol WebIdentityIssuer: Sendable {
    /// The claim `iss` of the tokens.
    var issuer: String { get }

    /// Verifies a token with this issuer's name.
    /// - Returns: its person; `nil` for a token that this issuer did not sign, and for an expired one.
    /// - Throws: `InvalidIdentityToken` for a person that no longer exists, the fault of a failing store.
    func person(of token: String) async throws(ServiceFault) -> WebIdentity?
}
