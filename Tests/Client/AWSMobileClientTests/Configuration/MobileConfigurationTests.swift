// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseWire
import Testing

@testable import AWSMobileClient

@Suite struct MobileConfigurationTests {
    private static let identityID = "eu-west-1:11111111-2222-3333-4444-555555555555"

    private static func configuration(_ json: String) throws -> MobileConfiguration {
        MobileConfiguration(AWSConfiguration(try WireValue(json: Array("{\(json)}".utf8))))
    }

    private static func userPool(_ more: String = "") -> String {
        #""CognitoUserPool": {"Default": {"PoolId": "eu-west-1_a", "AppClientId": "client", "AppClientSecret": "s"\#(more)}}"#
    }

    private static func identityPool(_ more: String = #", "Region": "eu-west-1""#) -> String {
        #""CredentialsProvider": {"CognitoIdentity": {"Default": {"PoolId": "\#(identityID)"\#(more)}}}"#
    }

    private static func pages(_ members: String) -> String { #""Auth": {"Default": {"OAuth": {\#(members)}}}"# }

    private static let ownPages = """
        "WebDomain": "login.example.org", "AppClientId": "client", "SignInRedirectURI": "myapp://",
        "SignOutRedirectURI": "myapp://", "Scopes": ["openid", "email"]
        """
    private static let auth0 = """
        "AppClientId": "auth0client", "WebDomain": "tenant.auth0.com", "TokenURI": "https://tenant.auth0.com/oauth/token",
        "SignInURI": "https://tenant.auth0.com/authorize", "SignInRedirectURI": "com.example.app://callback",
        "SignOutURI": "https://tenant.auth0.com/v2/logout",
        "SignOutURIQueryParameters": {"client_id": "auth0client", "returnTo": "com.example.app://signed-out"},
        "Scopes": ["openid", "email"]
        """

    @Test func `both pools become the engine's`() throws {
        let configuration = try Self.configuration("\(Self.userPool()), \(Self.identityPool())")
        let session = try configuration.sessionConfiguration()
        #expect(session.userPool?.poolID == "eu-west-1_a" && session.userPool?.clientID == "client")
        #expect(session.userPool?.clientSecret?.revealed == "s" && session.userPool?.region == "eu-west-1")
        #expect(session.userPool?.endpoint.address == "https://cognito-idp.eu-west-1.amazonaws.com")
        #expect(session.identityPool?.poolID == Self.identityID && session.pages == nil)
        #expect(session.identityPool?.endpoint.address == "https://cognito-identity.eu-west-1.amazonaws.com")
        let fingerprint = ConfigurationFingerprint(
            userPoolID: "eu-west-1_a", clientID: "client", identityPoolID: Self.identityID)
        #expect(configuration.fingerprint == fingerprint)
        #expect(configuration.keys == StoreKeys(userPoolID: "eu-west-1_a", identityPoolID: Self.identityID))
    }

    @Test func `a configuration without pools is one of the engine, and its errors name what is missing`() throws {
        let configuration = try Self.configuration("")
        let session = try configuration.sessionConfiguration()
        #expect(session.userPool == nil && session.identityPool == nil && session.pages == nil)
        #expect(configuration.fingerprint == ConfigurationFingerprint())
        guard case .failure(.userPoolNotConfigured(let userPool)) = configuration.userPool,
            case .failure(.cognitoIdentityPoolNotConfigured(let identityPool)) = configuration.identityPool
        else {
            Issue.record("A pool is configured.")
            return
        }
        #expect(userPool.contains("CognitoUserPool.Default is missing"))
        #expect(identityPool.contains("CredentialsProvider.CognitoIdentity.Default is missing"))
    }

    @Test func `an incomplete pool is not configured, and its error names the keys`() throws {
        let configuration = try Self.configuration(
            #""CognitoUserPool": {"Default": {"PoolId": "a"}}, \#(Self.identityPool(""))"#)
        guard case .failure(.userPoolNotConfigured(let userPool)) = configuration.userPool,
            case .failure(.cognitoIdentityPoolNotConfigured(let identityPool)) = configuration.identityPool
        else {
            Issue.record("A pool is configured.")
            return
        }
        #expect(userPool.contains("CognitoUserPool.Default.AppClientId, CognitoUserPool.Default.Region are missing"))
        #expect(identityPool.contains("CredentialsProvider.CognitoIdentity.Default.Region is missing"))
        #expect(configuration.fingerprint == ConfigurationFingerprint())
    }

    @Test func `a pool with an unusable endpoint is not configured, and its session continues later`() throws {
        let configuration = try Self.configuration(Self.userPool(#", "Endpoint": "http://auth.example.org""#))
        guard case .failure(.userPoolNotConfigured(let message)) = configuration.userPool else {
            Issue.record("The pool is configured.")
            return
        }
        #expect(message.contains("CognitoUserPool.Default.Endpoint") && message.contains("https"))
        #expect(configuration.fingerprint.userPoolID == "eu-west-1_a")
    }

    @Test(arguments: [
        (#", "Endpoint": "auth.example.org""#, "https://auth.example.org"),
        (#", "Endpoint": "https://auth.example.org/a""#, "https://auth.example.org/a"),
        (#", "Endpoint": "http://127.0.0.1:9229""#, "http://127.0.0.1:9229"),
    ])
    func `an endpoint is a host or a base URL`(member: String, address: String) throws {
        let configuration = try Self.configuration(Self.userPool(member))
        #expect(try configuration.userPool.get().endpoint.address == address)
        let identity = try Self.configuration(Self.identityPool(#", "Region": "eu-west-1"\#(member)"#))
        #expect(try identity.identityPool.get().endpoint.address == address)
    }

    @Test func `one endpoint serves both pools and the pages`() throws {
        let auth = #""Auth": {"Default": {"Endpoint": "http://127.0.0.1:9229", "OAuth": {\#(Self.ownPages)}}}"#
            .replacing("login.example.org", with: "shop")
        let configuration = try Self.configuration("\(Self.userPool()), \(Self.identityPool()), \(auth)")
        #expect(try configuration.userPool.get().endpoint.address == "http://127.0.0.1:9229")
        #expect(try configuration.identityPool.get().endpoint.address == "http://127.0.0.1:9229")
        let pages = try configuration.pages { $0 }?.get()
        #expect(pages?.domainAddress == "http://127.0.0.1:9229/domains/shop")
    }

    @Test(
        arguments: [
            ("", "", SignInFlow.userSRP), ("", "CUSTOM_AUTH", .customWithSRP),
            (#", "MigrationEnabled": true"#, "", .userPassword),
            (#", "MigrationEnabled": true"#, "CUSTOM_AUTH", .userPassword),
        ])
    func `the flow follows from the migration of users and the type`(
        member: String, type: String, flow: SignInFlow
    ) throws {
        let auth = #""Auth": {"Default": {"authenticationFlowType": "\#(type)"}}"#
        let configuration = try Self.configuration("\(Self.userPool(member)), \(auth)")
        #expect(try configuration.userPool.get().defaultFlow == flow)
    }

    @Test func `pages of the user pool are at its domain and have its secret`() throws {
        let configuration = try Self.configuration("\(Self.userPool()), \(Self.pages(Self.ownPages))")
        let pages = try #require(try configuration.pages { $0 }?.get())
        #expect(pages.domainAddress == "https://login.example.org" && !pages.isExternal)
        #expect(pages.clientSecret?.revealed == "s" && pages.scopes == ["openid", "email"])
        #expect(pages.signInRedirect == "myapp://" && pages.signOutRedirect == "myapp://")
        try configuration.requirePages()
    }

    @Test(arguments: [
        ("https://login.example.org", "https://login.example.org"),
        ("HTTPS://login.example.org/", "https://login.example.org"),
        ("http://login.example.org", "https://login.example.org"),
        ("http://127.0.0.1:9229/domains/shop", "http://127.0.0.1:9229/domains/shop"),
        ("https://login.example.org:8443", "https://login.example.org:8443"),
        ("shop", "https://auth.example.org/domains/shop"),
        ("shop.auth.eu-west-1.amazoncognito.com", "https://auth.example.org/domains/shop"),
    ])
    func `a domain may have a scheme, and a prefix is below the endpoint`(domain: String, address: String) throws {
        let members = Self.ownPages.replacing("login.example.org", with: domain)
        let userPool = Self.userPool(#", "Endpoint": "https://auth.example.org""#)
        let configuration = try Self.configuration("\(userPool), \(Self.pages(members))")
        #expect(try configuration.pages { $0 }?.get().domainAddress == address)
    }

    @Test func `pages of another provider need no pool and no redirect URI of the sign-out`() throws {
        let configuration = try Self.configuration(Self.pages(Self.auth0))
        try configuration.requirePages()
        let pages = try #require(try configuration.sessionConfiguration().pages?.get())
        #expect(pages.isExternal && pages.clientID == "auth0client" && pages.clientSecret == nil)
        #expect(pages.signOutRedirect == nil)
        #expect(pages.parameters().signOut["client_id"] == "auth0client")
    }

    @Test func `parameters that the app gave count more than configured ones`() throws {
        let members = Self.auth0 + #", "TokenURIQueryParameters": {"a": "1"}, "SignInURIQueryParameters": {"b": "2"}"#
        let configuration = try Self.configuration(Self.pages(members))
        var item = MobileItem()
        item.tokenURIQueryParameters = ["c": "3"]
        let stored = item
        let configured = try configuration.pages { $0 }?.get().parameters()
        #expect(configured?.token == ["a": "1"] && configured?.signIn == ["b": "2"])
        let used = try configuration.pages { stored.pageParameters(over: $0) }?.get().parameters()
        #expect(used?.token == ["c": "3"] && used?.signIn == ["b": "2"])
    }

    @Test(
        arguments: ["WebDomain", "AppClientId", "SignInRedirectURI", "SignOutRedirectURI", "Scopes"].map { ($0, false) }
            + ["AppClientId", "SignInURI", "TokenURI", "SignInRedirectURI", "Scopes"].map { ($0, true) })
    func `the error of incomplete pages names the missing key`(key: String, isExternal: Bool) throws {
        let members = (isExternal ? Self.auth0 : Self.ownPages).replacing("\"\(key)\"", with: "\"_\"")
        let configuration = try Self.configuration("\(Self.userPool()), \(Self.pages(members))")
        let error = #expect(throws: AWSMobileClientError.self) { try configuration.requirePages() }
        guard case .invalidConfiguration(let message) = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        #expect(message.contains("Auth.Default.OAuth.\(key) is missing"))
        if key == "Scopes" { try configuration.requirePages(scopes: ["openid"]) }
    }

    @Test func `pages without a section or with a bad address are an invalid configuration`() throws {
        for json in ["", Self.pages(Self.auth0.replacing("https://tenant.auth0.com/authorize", with: "ftp://a"))] {
            let configuration = try Self.configuration(json)
            let error = #expect(throws: AWSMobileClientError.self) { try configuration.requirePages() }
            guard case .invalidConfiguration = error else {
                Issue.record("The error is \(String(describing: error)).")
                return
            }
        }
    }
}

extension HostedPages {
    /// The address of a user pool's domain.
    fileprivate var domainAddress: String? {
        if case .userPool(let domain) = provider { domain.address } else { nil }
    }
}
