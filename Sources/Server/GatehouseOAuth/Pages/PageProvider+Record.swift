// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePages
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

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

extension HostedRequest {
    /// The identity providers that a client offers, in the order of its setting.
    func providers(of client: AppClientRecord) async throws(ServiceFault) -> [IdentityProviderRecord] {
        let names = client.hostedProviders.filter { $0 != AppClientRecord.poolProvider }
        guard !names.isEmpty else { return [] }
        return try await service.pools.read { [poolID = pool.id] store in
            try names.compactMap { try store.identityProvider($0, inPool: poolID) }
        }
    }
}
