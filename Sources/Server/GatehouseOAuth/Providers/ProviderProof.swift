// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import GatehouseUserPoolModel
import GatehouseWire

/// What the response of an identity provider says about the authentication itself: its level and its methods.
struct ProviderProof: Sendable, Equatable {
    /// The level; the lowest one for a provider that says nothing about it.
    let level: AuthenticationLevel
    /// The methods that the provider names, and the mark of a sign-in at a provider.
    let methods: Set<AuthenticationMethod>

    /// The proof of a provider that names neither levels nor methods, such as one of SAML.
    static let plain = ProviderProof(level: .one, methods: [.federated])
}

extension ProviderProof {
    /// Reads the claims `acr` and `amr` of the ID token, which only providers of OpenID Connect have.
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
            methods: .federated(naming: methods.compactMap(\.stringValue)))
    }
}
