// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// What an upstream provider says about the person who signed in there.
package struct UpstreamPerson: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The provider's identifier of the person.
    package let subject: String
    /// The claims of the attributes and of the ID token, whose values win.
    package let claims: [WireName: WireValue]
    /// The texts that the browser has delivered beside the code; they are shown, and decide nothing.
    package var spoken: [WireName: WireValue] = [:]
    /// The provider's access token.
    package let accessToken: String
    /// The ID token as the provider sent it; `nil` for a provider without ID tokens.
    package let idToken: String?
    /// The answer of the token endpoint.
    package let tokenResponse: WireValue
    /// The claims of the verified ID token; `nil` without one.
    package let idTokenClaims: [WireName: WireValue]?
    /// The answer with the attributes; `nil` if there was no request for it.
    package let userInfo: [WireName: WireValue]?

    /// Has no data of the person.
    package var description: String { "UpstreamPerson" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
