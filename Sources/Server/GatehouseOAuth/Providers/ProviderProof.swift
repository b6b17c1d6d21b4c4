// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseFederation
import GatehouseUserPoolModel
import GatehouseWire

/// What the response of an identity provider says about the authentication itself: its level and its methods.
struct ProviderProof: Sendable, Equatable {
    /// The level; the lowest one for a provider that says nothing about it.
    let level: AuthenticationLevel
    /// The methods that the provider names, and the mark of a sign-in at a provider.
    let methods: Set<AuthenticationMethod>
    /// The time of the authentication at the provider; `nil` for a provider that does not say it.
    let authenticatedAt: Date?

    /// The proof of a provider that names neither levels nor methods, such as one of SAML.
    static let plain = ProviderProof(level: .one, methods: [.federated], authenticatedAt: nil)

    /// Whether the authentication is at most `age` seconds old (OpenID Connect Core, section 3.1.2.1).
    ///
    /// Clocks may differ by as much as for other times of the provider's tokens.
    func isRecent(_ age: Int, at now: Date) -> Bool {
        guard let authenticatedAt else { return false }
        return now.timeIntervalSince(authenticatedAt) <= Double(age) + Self.clockTolerance
    }

    /// The difference of the provider's clock that is tolerated, in seconds.
    private static let clockTolerance = 300.0
}

extension ProviderProof {
    /// Reads the claims `acr`, `amr` and `auth_time` of the ID token, which only providers of OpenID Connect have.
    ///
    /// The answer with the attributes and the changes of a trigger have no part in it.
    init(_ person: UpstreamPerson, at provider: IdentityProviderRecord) {
        guard provider.kind == .oidc, let claims = person.idTokenClaims else {
            self = .plain
            return
        }
        let methods = claims["amr"]?.arrayValue ?? []
        self.init(
            level: provider.level(ofContext: claims["acr"]?.stringValue),
            methods: .federated(naming: methods.compactMap(\.stringValue)),
            authenticatedAt: claims["auth_time"]?.doubleValue.map(Date.init(timeIntervalSince1970:)))
    }
}
