// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseServer
import GatehouseSession
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

extension MobileWorld {
    static let scopes = ["openid", "email", "aws.cognito.signin.user.admin"]

    /// A world with Ada, whose pool has hosted pages for the apps in a browser.
    static func withPages(for browser: TestBrowser, withSecret: Bool = false) async throws -> MobileWorld {
        let world = try await MobileWorld.withAda(withSecret: withSecret)
        _ = try await world.service.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "shop", userPoolId: world.pool))
        var request = UpdateUserPoolClientRequest(userPoolId: world.pool, clientId: world.client.id)
        request.explicitAuthFlows = [.allowUserSrpAuth, .allowRefreshTokenAuth]
        request.callbackURLs = [browser.signInRedirect]
        request.logoutURLs = [browser.signOutRedirect]
        request.allowedOAuthFlows = [.code]
        request.allowedOAuthScopes = scopes
        request.allowedOAuthFlowsUserPoolClient = true
        request.supportedIdentityProviders = ["COGNITO"]
        _ = try await world.service.updateUserPoolClient(request)
        let visitor = ServerBrowser(
            world.gatehouse.transport, entering: ["username": "ada", "password": password])
        browser.onVisit { [scheme = browser.scheme] url in
            do {
                return .arrived(try await visitor.visit(url, until: scheme))
            } catch {
                return .failed(error)
            }
        }
        return world
    }

    /// A phone with an app that shows the hosted pages in a browser.
    func phone(
        _ pools: Pools = .both, in browser: TestBrowser, store: any CredentialStore = InMemoryCredentialStore(),
        isStoreShared: Bool = false
    ) -> Phone {
        phone(pools, store: store, isStoreShared: isStoreShared, oauth: oauth(in: browser), browser: browser)
    }

    /// The keys of the hosted pages.
    func oauth(in browser: TestBrowser) -> [String: Any] {
        var oauth: [String: Any] = [
            "WebDomain": "shop", "AppClientId": client.id, "SignInRedirectURI": browser.signInRedirect,
            "SignOutRedirectURI": browser.signOutRedirect, "Scopes": Self.scopes,
        ]
        oauth["AppClientSecret"] = client.secret
        return oauth
    }
}
