// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct OutputsConfigurationTests {
    @Test func `both pools are read, and Amazon's endpoints are the default`() throws {
        let configuration = try Self.checked(Self.auth())
        #expect(configuration.userPool?.poolID == "eu-west-1_pool")
        #expect(configuration.userPool?.clientID == "client")
        #expect(configuration.userPool?.clientSecret == nil)
        #expect(configuration.userPool?.defaultFlow == .userSRP)
        #expect(configuration.userPool?.endpoint.url.absoluteString == "https://cognito-idp.eu-west-1.amazonaws.com/")
        let identityURL = configuration.identityPool?.endpoint.url.absoluteString
        #expect(identityURL == "https://cognito-identity.eu-west-1.amazonaws.com/")
    }

    @Test func `one endpoint serves both pools`() throws {
        let configuration = try Self.checked(Self.auth(endpoint: "http://localhost:9229/prefix"))
        #expect(configuration.userPool?.endpoint.url.absoluteString == "http://localhost:9229/prefix")
        #expect(configuration.identityPool?.endpoint == configuration.userPool?.endpoint)
        #expect(configuration.userPool?.loginsKey == "cognito-idp.eu-west-1.amazonaws.com/eu-west-1_pool")
    }

    @Test func `a service's own endpoint wins, and may be a bare host`() throws {
        let configuration = try Self.checked(
            Self.auth(
                endpoint: "https://auth.example.com",
                userPoolEndpoint: "pool.example.com",
                identityPoolEndpoint: "https://identity.example.com:8443"
            )
        )
        #expect(configuration.userPool?.endpoint.url.absoluteString == "https://pool.example.com/")
        #expect(configuration.identityPool?.endpoint.url.absoluteString == "https://identity.example.com:8443/")
    }

    @Test func `plain HTTP beyond this machine must be allowed`() throws {
        let refused = #expect(throws: AuthError.anyConfiguration) {
            try Self.checked(Self.auth(endpoint: "http://auth.example.com"))
        }
        #expect(refused?.errorDescription.contains("auth.endpoint") == true)
        #expect(refused?.recoverySuggestion.contains("auth.allows_insecure_endpoint") == true)
        _ = try Self.checked(Self.auth(endpoint: "http://auth.example.com", allowsInsecure: true))
    }

    private static func custom(_ gatehouse: JSONValue) throws -> SessionConfiguration {
        let custom = AmplifyOutputsData.CustomOutput(value: ["gatehouse": gatehouse])
        let outputs = AmplifyOutputsData(auth: Self.auth(), custom: custom)
        return try PoolConfiguration(outputs).checked(retry: RetryPolicy())
    }

    @Test func `an endpoint below custom serves both pools, and its permission is beside it`() throws {
        let configuration = try Self.custom(["endpoint": "http://localhost:9229/prefix"])
        #expect(configuration.userPool?.endpoint.url.absoluteString == "http://localhost:9229/prefix")
        #expect(configuration.identityPool?.endpoint == configuration.userPool?.endpoint)
        let refused = #expect(throws: AuthError.anyConfiguration) {
            try Self.custom(["endpoint": "http://auth.example.com"])
        }
        #expect(refused?.errorDescription.contains("custom.gatehouse.endpoint") == true)
        #expect(refused?.recoverySuggestion.contains("custom.gatehouse.allows_insecure_endpoint") == true)
        _ = try Self.custom(["endpoint": "http://auth.example.com", "allows_insecure_endpoint": true])
    }

    @Test func `an endpoint below custom that is a number configures nothing`() {
        let error = #expect(throws: AuthError.anyConfiguration) { try Self.custom(["endpoint": 7]) }
        #expect(error?.errorDescription.contains("custom.gatehouse.endpoint") == true)
    }

    @Test func `without auth there is nothing to configure`() {
        #expect(throws: AuthError.anyConfiguration) { try PoolConfiguration(AmplifyOutputsData()) }
    }

    @Test(arguments: [
        (
            #"{"version":"1","auth":{"aws_region":"eu-west-1","user_pool_id":"","user_pool_client_id":"c"}}"#,
            "auth.user_pool_id"
        ),
        (
            #"{"version":"1","auth":{"aws_region":"eu-west-1","user_pool_id":"a_b","user_pool_client_id":""}}"#,
            "auth.user_pool_client_id"
        ),
        (
            #"{"version":"1","auth":{"aws_region":"not a region","user_pool_id":"a_b","user_pool_client_id":"c"}}"#,
            "auth.aws_region"
        ),
        (
            #"{"version":"1","auth":{"aws_region":"r","user_pool_id":"a_b","user_pool_client_id":"c","endpoint":"x:1"}}"#,
            "auth.endpoint"
        ),
    ])
    func `an error names the key and a cure`(json: String, key: String) throws {
        let outputs = try AmplifyOutputs.data(Data(json.utf8)).resolveConfiguration()
        let error = #expect(throws: AuthError.anyConfiguration) {
            try PoolConfiguration(outputs).checked(retry: RetryPolicy())
        }
        #expect(error?.errorDescription.contains(key) == true)
        #expect(error?.recoverySuggestion.isEmpty == false)
    }

    @Test(arguments: ["xx", "us-east-1_"])
    func `a user pool id of another form is accepted, and the first call says what is wrong`(id: String) async throws {
        let app = TestApp(network: TestNetwork(nil))
        let auth = AmplifyOutputsData.Auth(awsRegion: "eu-west-1", userPoolId: id, userPoolClientId: "client")
        try app.plugin.configure(using: AmplifyOutputsData(auth: auth))
        let calls: [() async throws -> Void] = [
            { _ = try await app.plugin.signIn(username: "ada", password: "pw") },
            { _ = try await app.plugin.signUp(username: "ada", password: "pw") },
            { _ = try await app.plugin.getCurrentUser() },
        ]
        for call in calls {
            let error = await failure(call)
            #expect(error == .anyConfiguration)
            #expect(error?.errorDescription.contains("auth.user_pool_id: \(id)") == true)
        }
        #expect(app.network.operations.isEmpty)
        #expect(try await !app.session().isSignedIn)
    }

    @Test func `an app reads the sign-up rules from the configuration`() throws {
        let plugin = TestApp(network: TestNetwork(nil)).plugin
        #expect(plugin.jsonConfiguration == nil)
        try plugin.configure(using: AmplifyOutputsData(auth: Self.auth()))
        let rules = plugin.jsonConfiguration?.value(at: "Auth.Default")
        #expect(rules?["passwordProtectionSettings"]?["passwordPolicyMinLength"]?.intValue == 8)
        let characters = rules?["passwordProtectionSettings"]?["passwordPolicyCharacters"]?.asArray
        #expect(characters == ["REQUIRES_LOWERCASE", "REQUIRES_NUMBERS"])
        #expect(rules?["usernameAttributes"] == ["EMAIL"])
    }

    private static func checked(_ auth: AmplifyOutputsData.Auth) throws -> SessionConfiguration {
        try PoolConfiguration(AmplifyOutputsData(auth: auth)).checked(retry: RetryPolicy())
    }

    private static func auth(
        endpoint: String? = nil,
        userPoolEndpoint: String? = nil,
        identityPoolEndpoint: String? = nil,
        allowsInsecure: Bool? = nil
    ) -> AmplifyOutputsData.Auth {
        AmplifyOutputsData.Auth(
            awsRegion: "eu-west-1",
            userPoolId: "eu-west-1_pool",
            userPoolClientId: "client",
            identityPoolId: "eu-west-1:identity",
            passwordPolicy: AmplifyOutputsData.Auth.PasswordPolicy(
                minLength: 8,
                requireNumbers: true,
                requireLowercase: true,
                requireUppercase: false,
                requireSymbols: false
            ),
            usernameAttributes: [.email],
            endpoint: endpoint,
            userPoolEndpoint: userPoolEndpoint,
            identityPoolEndpoint: identityPoolEndpoint,
            allowsInsecureEndpoint: allowsInsecure
        )
    }
}
