// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseAccess
import GatehouseCore
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseServer

extension TestGatehouse {
    /// Changes the settings of an identity pool.
    /// - Throws: the service's fault.
    package func changeIdentityPool(_ id: String, _ change: (inout IdentityPool) -> Void) async throws {
        let service = installation.identityPools.service(for: administration)
        var settings = try await service.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: id))
        change(&settings)
        _ = try await service.updateIdentityPool(settings)
    }

    /// Registers a provider of OpenID Connect, and lets an identity pool accept its tokens.
    /// - Parameters:
    ///   - provider: the provider, which the server must be able to fetch from.
    ///   - clients: the audiences of the tokens.
    ///   - identityPool: the id of the identity pool.
    /// - Returns: the key of the provider in a map of logins.
    /// - Throws: the refusal of the registry, or the service's fault.
    package func register(
        _ provider: TestOpenIDProvider, clients: [String], forIdentityPool identityPool: String
    ) async throws -> String {
        let entry = try OpenIDProvider(issuer: provider.url, clientIDs: clients)
        let registry = installation.securityTokens.registry
        try await registry.create(.openIDProvider, named: entry.name, document: entry.document)
        try await changeIdentityPool(identityPool) {
            $0.openIdConnectProviderARNs = [entry.arn(inAccount: installation.deployment.accountID)]
        }
        return entry.name
    }

    /// Registers a provider of SAML, and lets an identity pool accept its responses.
    /// - Parameters:
    ///   - provider: the provider.
    ///   - name: its name in the account.
    ///   - identityPool: the id of the identity pool.
    /// - Returns: the ARN of the provider, its key in a map of logins.
    /// - Throws: the refusal of the registry, or the service's fault.
    package func register(
        _ provider: TestSAMLProvider, named name: String, forIdentityPool identityPool: String
    ) async throws -> String {
        let entry = try SAMLProvider(name: name, metadata: provider.metadata)
        let registry = installation.securityTokens.registry
        try await registry.create(.samlProvider, named: name, document: entry.document)
        let arn = entry.arn(inAccount: installation.deployment.accountID)
        try await changeIdentityPool(identityPool) { $0.samlProviderARNs = [arn] }
        return arn
    }
}
