// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import GatehouseWire

/// Google as an OpenID Connect provider of IAM, by which apps on phones sign in to identity pools.
///
/// An account has one provider for an issuer, which all environments share. So a push adds the clients that it needs, and
/// never removes a client or the provider: another environment may need it.
enum GoogleProvider {
    private static let issuer = "https://accounts.google.com"

    /// Whether an ARN is that of Google's provider.
    static func isGoogle(_ arn: String) -> Bool { arn.hasSuffix(":oidc-provider/accounts.google.com") }

    /// The ARN of the provider, and which of the clients it lacks; `nil` for the ARN without a provider.
    ///
    /// - Throws: the service's fault.
    static func find(
        for clients: [String], on backend: Backend
    ) async throws(ServiceFault) -> (arn: String?, missing: [String]) {
        guard !clients.isEmpty else { return (nil, []) }
        let list = try await backend.roles.listOpenIDConnectProviders(ListOpenIDConnectProvidersRequest())
        guard let arn = (list.openIDConnectProviderList ?? []).compactMap(\.arn).first(where: isGoogle) else {
            return (nil, clients)
        }
        let provider = try await backend.roles.getOpenIDConnectProvider(
            GetOpenIDConnectProviderRequest(openIDConnectProviderArn: arn))
        let known = Set(provider.clientIDList ?? [])
        return (arn, clients.filter { !known.contains($0) })
    }

    /// Makes the provider if there is none, and adds the clients that it lacks.
    ///
    /// - Returns: the ARN; `nil` if no client is wanted.
    /// - Throws: the service's fault.
    static func ensure(_ clients: [String], on backend: Backend) async throws(ServiceFault) -> String? {
        let (found, missing) = try await find(for: clients, on: backend)
        guard let arn = found else {
            guard !clients.isEmpty else { return nil }
            return try await backend.roles.createOpenIDConnectProvider(
                CreateOpenIDConnectProviderRequest(url: issuer, clientIDList: clients)
            ).openIDConnectProviderArn
        }
        for client in missing {
            try await backend.roles.addClientIDToOpenIDConnectProvider(
                AddClientIDToOpenIDConnectProviderRequest(openIDConnectProviderArn: arn, clientID: client))
        }
        return arn
    }
}
