// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import GatehouseWire

/// The addresses that `push` and `status` show.
package struct Addresses: Sendable, Equatable {
    /// The address of the user pool's domain.
    package let domain: String?
    /// A link that opens the sign-in page of the app.
    package let signInPage: String?
    /// The endpoint of the GraphQL API.
    package let graphQL: String?
    /// The key of the API.
    package let apiKey: String?
    /// When the key expires, in UTC.
    package let apiKeyExpires: String?

    /// Makes addresses.
    package init(domain: String?, signInPage: String?, graphQL: String?, apiKey: String?, apiKeyExpires: String?) {
        self.domain = domain
        self.signInPage = signInPage
        self.graphQL = graphQL
        self.apiKey = apiKey
        self.apiKeyExpires = apiKeyExpires
    }
}

extension Addresses {
    /// The addresses of a deployed state.
    ///
    /// - Parameters:
    ///   - state: the state.
    ///   - baseURL: the address of the server.
    package init(_ state: DeployedState, baseURL: String) {
        let (wanted, ids) = (state.wanted, state.ids)
        let api = wanted.apiResource
        let domain = Self.domain(state, baseURL: baseURL)
        self.init(
            domain: domain, signInPage: domain.flatMap { Self.signInPage(state, domain: $0) },
            graphQL: api.flatMap { ids[$0, "GraphQLAPIEndpointOutput"] },
            apiKey: api.flatMap { ids[$0, "GraphQLAPIKeyOutput"] },
            apiKeyExpires: api.flatMap { ids[$0, "GraphQLAPIKeyExpiresOutput"] })
    }

    /// The address of the domain, whose name is in the ids with or without a scheme.
    private static func domain(_ state: DeployedState, baseURL: String) -> String? {
        guard let auth = state.wanted.authResource, let name = state.ids[auth, "HostedUIDomain"], !name.isEmpty else {
            return nil
        }
        if name.contains("://") { return name }
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        // A custom domain is a host of its own.
        return name.contains(".") ? "https://\(name)" : "\(base)/domains/\(name)"
    }

    private static func signInPage(_ state: DeployedState, domain: String) -> String? {
        guard let auth = state.wanted.authResource, let pages = state.wanted.auth?.hostedPages,
            let redirect = pages.callbackURLs.first
        else { return nil }
        let web = state.ids[auth, "AppClientIDWeb"]
        let native = state.ids[auth, "AppClientID"]
        guard let client = state.wanted.frontend == .javascript ? web ?? native : native ?? web else { return nil }
        let fields = [
            ("response_type", pages.flows.contains("implicit") ? "token" : "code"), ("client_id", client),
            ("redirect_uri", redirect),
        ]
        return "\(domain)/login?\(FormFields.text(fields))"
    }
}
