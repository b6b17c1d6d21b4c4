// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import Testing

@testable import AWSCognitoAuthPlugin

/// The hosted pages in configurations of both generations.
@Suite struct PagesConfigurationTests {
    private static func pages(
        _ changes: [String: JSONValue] = [:],
        auth: [String: JSONValue] = [:],
        pool: [String: JSONValue] = [:]
    ) throws -> HostedPages {
        let user: [String: JSONValue] = ["PoolId": "us-east-1_pool", "AppClientId": "client", "Region": "us-east-1"]
        var auth = auth
        auth["OAuth"] = .object(PagesApp.pages.merging(changes) { $1 })
        let block: JSONValue = [
            "CognitoUserPool": ["Default": .object(user.merging(pool) { $1 })], "Auth": ["Default": .object(auth)],
        ]
        let checked = try PoolConfiguration(block).checked(
            retry: RetryPolicy(), tokenRetry: RetryPolicy(attemptTimeout: .seconds(3)))
        return try #require(checked.pages).get()
    }

    @Test func `a block of generation 1 is read whole`() throws {
        let pages = try Self.pages(["AppClientId": "pages", "AppClientSecret": "secret"])
        #expect(pages.domain?.address == "https://shop.auth.us-east-1.amazoncognito.com")
        #expect(pages.clientID == "pages")
        #expect(pages.clientSecret?.revealed == "secret")
        #expect(pages.signInRedirect == "myapp://signin/")
        #expect(pages.signOutRedirect == "myapp://signout/")
        #expect(pages.scopes == ["openid", "email"])
        #expect(pages.retry.attemptTimeout == .seconds(3))
    }

    @Test func `the secret of the user pool's app client counts for the same client only`() throws {
        #expect(try Self.pages(pool: ["AppClientSecret": "s"]).clientSecret?.revealed == "s")
        #expect(try Self.pages(["AppClientId": "other"], pool: ["AppClientSecret": "s"]).clientSecret == nil)
        let own = try Self.pages(["AppClientSecret": "own"], pool: ["AppClientSecret": "s"])
        #expect(own.clientSecret?.revealed == "own")
    }

    @Test(arguments: [
        ("shop.auth.us-east-1.amazoncognito.com", nil, "https://shop.auth.us-east-1.amazoncognito.com"),
        ("login.example.com", nil, "https://login.example.com"),
        ("http://127.0.0.1:9229/domains/shop", nil, "http://127.0.0.1:9229/domains/shop"),
        ("https://auth.example.com/domains/shop/", nil, "https://auth.example.com/domains/shop"),
        // With an endpoint for everything, a prefix domain is below it.
        ("shop", "http://localhost:9229", "http://localhost:9229/domains/shop"),
        ("shop", "https://example.com/auth/", "https://example.com/auth/domains/shop"),
        ("shop.auth.us-east-1.amazoncognito.com", "http://localhost:9229", "http://localhost:9229/domains/shop"),
        ("login.example.com", "http://localhost:9229", "https://login.example.com"),
        ("http://127.0.0.1:9230/domains/shop", "http://localhost:9229", "http://127.0.0.1:9230/domains/shop"),
        ("a.auth.x.evil.com", "http://localhost:9229", "https://a.auth.x.evil.com"),
    ])
    func `a domain has an address`(domain: String, endpoint: String?, address: String) throws {
        var auth: [String: JSONValue] = [:]
        auth["Endpoint"] = endpoint.map { .string($0) }
        #expect(try Self.pages(["WebDomain": .string(domain)], auth: auth).domain?.address == address)
    }

    @Test func `plain HTTP to another machine needs the permission`() throws {
        let domain: [String: JSONValue] = ["WebDomain": "http://auth.example.com/domains/shop"]
        let error = #expect(throws: SessionError.self) { try Self.pages(domain) }
        guard case .configuration(let text, let cure) = error else {
            Issue.record("The error is \(String(describing: error))")
            return
        }
        #expect(text.contains("Auth.Default.OAuth.WebDomain"))
        #expect(cure.contains("Auth.Default.allowsInsecureEndpoint"))
        let allowed = try Self.pages(domain, auth: ["allowsInsecureEndpoint": true])
        #expect(allowed.domain?.address == "http://auth.example.com/domains/shop")
    }

    private static func outputs(signIn: [String], signOut: [String]) -> AmplifyOutputsData.Auth {
        AmplifyOutputsData.Auth(
            awsRegion: "us-east-1", userPoolId: "us-east-1_pool", userPoolClientId: "client",
            oauth: AmplifyOutputsData.Auth.OAuth(
                identityProviders: ["GOOGLE"], domain: "shop.auth.us-east-1.amazoncognito.com", scopes: ["openid"],
                redirectSignInUri: signIn, redirectSignOutUri: signOut, responseType: "code"),
            endpoint: "http://localhost:9229")
    }

    @Test func `of the redirect URIs of generation 2 the first ones count, and the client is the pool's`() throws {
        let auth = Self.outputs(
            signIn: ["http://localhost:8080/in", "myapp://"], signOut: ["http://localhost:8080/out"])
        let checked = try PoolConfiguration(AmplifyOutputsData(auth: auth)).checked(retry: RetryPolicy())
        let pages = try #require(checked.pages).get()
        #expect(pages.domain?.address == "http://localhost:9229/domains/shop")
        #expect(pages.clientID == "client")
        #expect(pages.clientSecret == nil)
        #expect(pages.signInRedirect == "http://localhost:8080/in")
        #expect(pages.signOutRedirect == "http://localhost:8080/out")
        #expect(pages.scopes == ["openid"])
    }

    @Test func `generation 2 without a redirect URI has no pages`() throws {
        for auth in [Self.outputs(signIn: [], signOut: ["a://"]), Self.outputs(signIn: ["a://"], signOut: [])] {
            let checked = try PoolConfiguration(AmplifyOutputsData(auth: auth)).checked(retry: RetryPolicy())
            #expect(checked.pages == nil)
        }
    }

    @Test func `the time limit of the token request is the limit of the whole request`() {
        let preferences = AWSCognitoNetworkPreferences(
            maxRetryCount: 1, timeoutIntervalForRequest: 2, timeoutIntervalForResource: 7)
        let policy = RetryPolicy(ofTokenRequest: preferences)
        #expect(policy.attemptTimeout == .seconds(7))
        #expect(policy.connectTimeout == .seconds(2))
        #expect(RetryPolicy(ofTokenRequest: nil).attemptTimeout == RetryPolicy().attemptTimeout)
    }
}

extension HostedPages {
    fileprivate var domain: Endpoint? {
        if case .userPool(let domain) = provider { domain } else { nil }
    }
}
