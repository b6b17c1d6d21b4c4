// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct BlockConfigurationTests {
    @Test func `a whole block is read`() throws {
        let configuration = try Self.checked(
            ["PoolId": "eu-west-1_pool", "AppClientId": "c", "Region": "eu-west-1", "AppClientSecret": "s"],
            identity: ["PoolId": "eu-west-1:id", "Region": "eu-west-2"],
            auth: ["Endpoint": "https://auth.example.com"]
        )
        #expect(configuration.userPool?.clientSecret?.revealed == "s")
        #expect(configuration.userPool?.endpoint.url.absoluteString == "https://auth.example.com/")
        #expect(configuration.identityPool?.region == "eu-west-2")
        #expect(configuration.identityPool?.endpoint == configuration.userPool?.endpoint)
    }

    @Test(arguments: [
        (nil, SignInFlow.userSRP), ("USER_SRP_AUTH", .userSRP), ("CUSTOM_AUTH", .customWithSRP),
        ("CUSTOM_AUTH_WITH_SRP", .customWithSRP), ("CUSTOM_AUTH_WITHOUT_SRP", .customWithoutSRP),
        ("USER_PASSWORD_AUTH", .userPassword), ("USER_AUTH", .userAuth(preferred: nil)), ("SOMETHING", .userSRP),
    ])
    func `the configured flow is the default`(name: String?, flow: SignInFlow) throws {
        var auth: [String: JSONValue] = [:]
        auth["authenticationFlowType"] = name.map { .string($0) }
        #expect(try Self.checked(Self.pool, auth: .object(auth)).userPool?.defaultFlow == flow)
    }

    @Test func `migration of users wins over the configured flow`() throws {
        var pool = Self.pool
        pool["MigrationEnabled"] = true
        let configuration = try Self.checked(pool, auth: ["authenticationFlowType": "USER_AUTH"])
        #expect(configuration.userPool?.defaultFlow == .userPassword)
    }

    @Test(arguments: ["PoolId", "AppClientId", "Region"])
    func `a user pool that lacks a key counts as absent`(key: String) throws {
        for value in [nil, JSONValue.number(1)] {
            var pool = Self.pool
            pool[key] = value
            let configuration = try Self.checked(pool, identity: ["PoolId": "r:i", "Region": "eu-west-1"])
            #expect(configuration.userPool == nil)
            #expect(configuration.identityPool != nil)
            let error = #expect(throws: AuthError.anyConfiguration) { try Self.checked(pool) }
            #expect(error?.errorDescription.contains("CognitoUserPool.Default.\(key)") == true)
        }
    }

    @Test(arguments: [
        JSONValue.object([:]), .null, .object(["CognitoUserPool": .array([])]), .string("text"),
    ])
    func `a block that describes no pool is refused`(block: JSONValue) {
        let error = #expect(throws: AuthError.anyConfiguration) { try PoolConfiguration(block) }
        #expect(error?.errorDescription.contains("CognitoUserPool.Default.PoolId") == true)
    }

    @Test(arguments: [
        ("https://pool.example.com:1/x", "https://pool.example.com:1/x"),
        ("pool.example.com", "https://pool.example.com/"),
    ])
    func `the user pool may have an endpoint of its own`(value: String, url: String) throws {
        var pool = Self.pool
        pool["Endpoint"] = .string(value)
        #expect(try Self.checked(pool).userPool?.endpoint.url.absoluteString == url)
    }

    @Test(arguments: [
        ("endPoint", "Endpoint"), ("endpoint", "Endpoint"), ("Enpoint", "Endpoint"),
        ("allows_insecure_endpoint", "allowsInsecureEndpoint"),
    ])
    func `a misspelt key of an endpoint is refused with the right one`(key: String, meant: String) {
        let error = #expect(throws: AuthError.anyConfiguration) {
            try Self.checked(Self.pool, auth: .object([key: "http://localhost:9229"]))
        }
        #expect(error?.errorDescription == "Auth.Default.\(key) is not a key, the nearest one is \(meant)")
        #expect(error?.recoverySuggestion == "Rename it to \(meant), or remove it")
    }

    @Test func `a misspelt endpoint of the user pool is refused`() {
        var pool = Self.pool
        pool["EndPoint"] = "pool.example.com"
        let error = #expect(throws: AuthError.anyConfiguration) { try Self.checked(pool) }
        #expect(error?.errorDescription.hasPrefix("CognitoUserPool.Default.EndPoint is not a key") == true)
    }

    @Test func `plain HTTP beyond this machine names the key that allows it`() throws {
        let error = #expect(throws: AuthError.anyConfiguration) {
            try Self.checked(Self.pool, auth: ["Endpoint": "http://auth.example.com"])
        }
        #expect(error?.recoverySuggestion.contains("Auth.Default.allowsInsecureEndpoint") == true)
        _ = try Self.checked(
            Self.pool, auth: ["Endpoint": "http://auth.example.com", "allowsInsecureEndpoint": true])
    }

    @Test(arguments: ["localhost:8443", "pool.example.com/path", "ftp://pool.example.com", ""])
    func `an invalid endpoint is refused with its key`(value: String) throws {
        var pool = Self.pool
        pool["Endpoint"] = .string(value)
        let error = #expect(throws: AuthError.anyConfiguration) { try Self.checked(pool) }
        #expect(error?.errorDescription.contains("CognitoUserPool.Default.Endpoint") == true)
    }

    @Test func `unknown keys are kept for the app`() throws {
        let plugin = TestApp(network: TestNetwork(nil)).plugin
        let block: JSONValue = ["CognitoUserPool": ["Default": .object(Self.pool)], "Of": ["The": "App"]]
        try plugin.configure(using: block)
        #expect(plugin.jsonConfiguration == block)
    }

    @Test(arguments: [nil, "text"] as [String?])
    func `anything but a configuration is a plugin error`(value: String?) {
        let plugin = TestApp(network: TestNetwork(nil)).plugin
        let error = #expect(throws: PluginError.self) { try plugin.configure(using: value) }
        guard case .pluginConfigurationError = error else {
            Issue.record("Not a configuration error")
            return
        }
    }

    private static let pool: [String: JSONValue] = [
        "PoolId": "eu-west-1_pool", "AppClientId": "client", "Region": "eu-west-1",
    ]

    private static func checked(
        _ pool: [String: JSONValue],
        identity: JSONValue? = nil,
        auth: JSONValue = [:]
    ) throws -> SessionConfiguration {
        var block: [String: JSONValue] = [
            "CognitoUserPool": ["Default": .object(pool)], "Auth": ["Default": auth],
        ]
        block["CredentialsProvider"] = identity.map { ["CognitoIdentity": ["Default": $0]] }
        return try PoolConfiguration(.object(block)).checked(retry: RetryPolicy())
    }
}
