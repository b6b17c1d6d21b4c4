// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseServer
import GatehouseSession
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

extension World {
    /// Gives the pool the domain `shop`, and lets the app client use its pages.
    func makePages() async throws {
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        _ = try await service.createUserPoolDomain(CreateUserPoolDomainRequest(domain: "shop", userPoolId: pool))
        var request = UpdateUserPoolClientRequest(userPoolId: pool, clientId: client.id)
        request.explicitAuthFlows = [.allowUserSrpAuth, .allowRefreshTokenAuth]
        request.callbackURLs = ["myapp://signin/"]
        request.logoutURLs = ["myapp://signout/"]
        request.allowedOAuthFlows = [.code]
        request.allowedOAuthScopes = ["openid", "email", "aws.cognito.signin.user.admin"]
        request.allowedOAuthFlowsUserPoolClient = true
        request.supportedIdentityProviders = ["COGNITO"]
        _ = try await service.updateUserPoolClient(request)
    }

    /// An app with its pages in a browser.
    func app(
        in browser: any WebSignInPresenter,
        store: any CredentialStore = InMemoryCredentialStore()
    ) throws -> AWSCognitoAuthPlugin {
        let plugin = AWSCognitoAuthPlugin(
            transport: gatehouse.transport,
            clock: .following(gatehouse.clock),
            events: AuthEvents { _ in },
            webSignIn: browser,
            openStore: { _ in store }
        )
        var pages: [String: JSONValue] = [
            "WebDomain": "shop", "AppClientId": .string(client.id), "SignInRedirectURI": "myapp://signin/",
            "SignOutRedirectURI": "myapp://signout/",
            "Scopes": ["openid", "email", "aws.cognito.signin.user.admin"],
        ]
        pages["AppClientSecret"] = client.secret.map { .string($0) }
        var block = configuration(.both).asObject ?? [:]
        block["Auth"] = ["Default": ["Endpoint": .string(gatehouse.baseURL), "OAuth": .object(pages)]]
        try plugin.configure(using: JSONValue.object(block))
        return plugin
    }
}
