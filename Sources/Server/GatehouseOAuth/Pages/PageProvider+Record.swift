// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePages
import GatehouseUserPoolModel

extension PageProvider {
    /// The button of an identity provider.
    init(_ provider: IdentityProviderRecord) {
        let kind: Kind =
            switch provider.kind {
            case .saml: .saml
            case .facebook: .facebook
            case .google: .google
            case .loginWithAmazon: .amazon
            case .signInWithApple: .apple
            case .oidc: .openIDConnect
            }
        self.init(kind, name: provider.name)
    }
}

extension UserPoolReading {
    /// Returns the identity providers that a client offers, in the order of its setting.
    func providers(of client: AppClientRecord) throws -> [IdentityProviderRecord] {
        try client.hostedProviders.filter { $0 != AppClientRecord.poolProvider }
            .compactMap { try identityProvider($0, inPool: client.poolID) }
    }
}
