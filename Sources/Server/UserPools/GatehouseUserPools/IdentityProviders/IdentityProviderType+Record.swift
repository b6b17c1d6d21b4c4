// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension IdentityProviderType {
    /// Creates the form of a provider that answers contain, with the details that the service shows.
    init(_ provider: IdentityProviderRecord, details: [String: String]) {
        self.init(
            userPoolId: provider.poolID, providerName: provider.name, providerType: provider.kind.word,
            providerDetails: details.filter { !ProviderDetailRules.secret.contains($0.key) },
            attributeMapping: provider.attributeMapping, idpIdentifiers: provider.identifiers,
            acrMapping: provider.levelMapping, lastModifiedDate: provider.modifiedAt, creationDate: provider.createdAt)
    }
}

extension UserPoolsService {
    /// Returns a provider as answers contain it; a SAML provider with the certificate that it encrypts for.
    func described(_ provider: IdentityProviderRecord) async throws(ServiceFault) -> IdentityProviderType {
        var details = try pools.providerDetails.open(provider)
        if provider.kind == .saml {
            details["ActiveEncryptionCertificate"] = try await SAMLKeys(pools).certificate(
                .encryption, ofPool: provider.poolID)
        }
        return IdentityProviderType(provider, details: details)
    }
}
