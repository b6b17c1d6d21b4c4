// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct ClientOAuthSettingsTests {
    private func refusal(
        withSecret: Bool = false, _ change: (inout CreateUserPoolClientRequest) -> Void
    ) async throws -> ServiceFault? {
        try await fault { _ = try await PoolFixture.make(withSecret: withSecret, changing: change) }
    }

    @Test func `machines sign in by themselves, with a secret and no other flow`() async throws {
        let mixed = try await refusal(withSecret: true) { $0.allowedOAuthFlows = [.clientCredentials, .code] }
        #expect(
            mixed
                == ServiceFault(
                    .invalidOAuthFlow,
                    "client_credentials flow can not be selected along with code flow or implicit flow."))
        let open = try await refusal { $0.allowedOAuthFlows = [.clientCredentials] }
        #expect(
            open
                == ServiceFault(
                    .invalidOAuthFlow,
                    "client_credentials flow can not be selected if client does not have a client secret."))
        #expect(try await refusal(withSecret: true) { $0.allowedOAuthFlows = [.clientCredentials] } == nil)
    }

    @Test(arguments: [(nil, ["openid"]), ([OAuthFlowType.code], nil), ([], [])] as [([OAuthFlowType]?, [String]?)])
    func `hosted pages need flows and scopes`(_ flows: [OAuthFlowType]?, _ scopes: [String]?) async throws {
        let refusal = try await refusal {
            $0.allowedOAuthFlowsUserPoolClient = true
            $0.allowedOAuthFlows = flows
            $0.allowedOAuthScopes = scopes
        }
        #expect(
            refusal
                == .invalidParameter(
                    "AllowedOAuthFlows and AllowedOAuthScopes are required if user pool client is allowed to use OAuth "
                        + "flows."))
    }

    @Test func `scopes and providers must be there`() async throws {
        let scope = try await refusal { $0.allowedOAuthScopes = ["openid", "shop/read"] }
        #expect(scope == ServiceFault(.scopeDoesNotExist, "Invalid scope requested: shop/read"))
        let fixture = try await PoolFixture.make()
        let provider = try await fault {
            _ = try await fixture.administrator.createUserPoolClient(
                CreateUserPoolClientRequest(
                    userPoolId: fixture.poolID, clientName: "x", supportedIdentityProviders: ["COGNITO", "Other"]))
        }
        #expect(
            provider
                == .invalidParameter("The provider Other does not exist for User Pool \(fixture.poolID)."))
    }

    @Test(arguments: [
        "http://example.com/", "HTTP://example.com", "http://localhost.example.com/", "http://localhost@example.com/",
        "http://localhost:pw@example.com/", "http://[::2]/", "http:example.com",
    ])
    func `plain http is for the visitor's own machine`(_ url: String) async throws {
        for change in [{ $0.callbackURLs = [url] }, { $0.logoutURLs = [url] }]
            as [(inout CreateUserPoolClientRequest) -> Void]
        {
            #expect(try await refusal(change) == .invalidParameter("\(url) cannot use the HTTP protocol."))
        }
    }

    @Test(arguments: ["http://localhost", "http://localhost:3000/in?a=b", "http://127.0.0.1:1/", "http://[::1]:1/"])
    func `the visitor's own machine may be called in the clear`(_ url: String) async throws {
        #expect(try await refusal { $0.callbackURLs = [url] } == nil)
    }

    @Test(arguments: ["/in", "example.com", "https://example.com/#in", ":"])
    func `an address is whole and without a fragment`(_ url: String) async throws {
        #expect(try await refusal { $0.callbackURLs = [url] }?.code == .invalidParameter)
    }

    @Test func `the default address is one of the others`() async throws {
        let refusal = try await refusal {
            $0.callbackURLs = ["https://example.com/in"]
            $0.defaultRedirectURI = "https://example.com/other"
        }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test func `an update follows the same rules, with the secret that the client has`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        func update(_ urls: [String]) async throws {
            _ = try await fixture.administrator.updateUserPoolClient(
                UpdateUserPoolClientRequest(
                    userPoolId: fixture.poolID, clientId: fixture.client.id, callbackURLs: urls,
                    allowedOAuthFlows: [.clientCredentials]))
        }
        #expect(try await fault { try await update(["http://example.com/"]) }?.code == .invalidParameter)
        try await update(["https://example.com/"])
    }
}
