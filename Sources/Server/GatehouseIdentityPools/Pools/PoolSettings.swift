// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseAccess
import GatehouseCore
import GatehouseWire

/// Checks the settings of an identity pool in a request.
struct PoolSettings: Sendable {
    let deployment: Deployment

    /// The pool as it is stored; `ServerSideTokenCheck` is `false` where it is absent.
    /// - Throws: `NotAuthorizedException` for a provider of another account, `InvalidParameterException`.
    func checked(_ pool: IdentityPool) throws(ServiceFault) -> IdentityPool {
        for arn in pool.openIdConnectProviderARNs ?? [] { try check(arn, kind: "oidc-provider") }
        for arn in pool.samlProviderARNs ?? [] { try check(arn, kind: "saml-provider") }
        var pool = pool
        var providers: [CognitoIdentityProvider] = []
        for provider in pool.cognitoIdentityProviders ?? [] { providers.append(try checked(provider)) }
        if pool.cognitoIdentityProviders != nil { pool.cognitoIdentityProviders = providers }
        return pool
    }

    private func check(_ arn: String, kind: String) throws(ServiceFault) {
        let prefix = "arn:aws:iam::\(deployment.accountID):\(kind)/"
        guard arn.hasPrefix(prefix), arn.utf8.count > prefix.utf8.count else {
            throw .foreignProvider(arn, account: deployment.accountID)
        }
    }

    private func checked(_ provider: CognitoIdentityProvider) throws(ServiceFault) -> CognitoIdentityProvider {
        guard provider.providerName != nil, provider.clientId != nil else {
            throw .invalidParameter("Each of CognitoIdentityProviders needs a ProviderName and a ClientId.")
        }
        var provider = provider
        provider.serverSideTokenCheck = provider.serverSideTokenCheck ?? false
        return provider
    }
}

extension IdentityPool {
    /// The login keys and authentication methods that no developer provider may have as its name.
    private static let reservedNames: Set<String> = [
        "authenticated", "unauthenticated", "accounts.google.com", "api.twitter.com", "appleid.apple.com",
        "graph.facebook.com", "www.amazon.com", "www.digits.com", LoginProvider.cognitoIdentity,
    ]

    /// Whether the developer provider has the name of another provider or of an authentication method.
    ///
    /// Its users would then have the identifiers of the other provider's users, and the authentication methods of its
    /// sessions would name a sign-in that did not happen.
    var hasReservedDeveloperProvider: Bool {
        guard let name = developerProviderName?.lowercased() else { return false }
        let issuers = (openIdConnectProviderARNs ?? []).compactMap { arn in
            arn.firstRange(of: ":oidc-provider/").map { OpenIDProvider.name(ofIssuer: String(arn[$0.upperBound...])) }
        }
        let names = (supportedLoginProviders ?? [:]).keys + issuers
        return Self.reservedNames.contains(name) || names.contains { $0.lowercased() == name }
    }

    /// Checks the name of the developer provider.
    /// - Throws: `InvalidParameterException` for a reserved name.
    func checkDeveloperProvider() throws(ServiceFault) {
        guard let name = developerProviderName, hasReservedDeveloperProvider else { return }
        throw .reservedDeveloperProvider(name)
    }
}
