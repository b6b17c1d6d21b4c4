// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTesting
import Testing

/// The information in errors about the call that failed.
@Suite struct TriedCallTests {
    @Test(arguments: [TransportError.Kind.unreachable, .tls, .connectionLost, .timedOut])
    func `a network error names the operation and the address`(kind: TransportError.Kind) async throws {
        let world = try await World()
        let app = try world.app()
        app.network.fail(kind)
        let error = await failure { _ = try await app.plugin.signIn(username: "ada", password: "pw") }
        #expect(error?.cause == .network)
        let text = "InitiateAuth at \(world.gatehouse.baseURL) failed: \(TransportError(kind))"
        #expect(error?.errorDescription == text)
    }

    @Test func `a user pool that a developer's server does not have is named`() async throws {
        let error = try await Self.signInToUnknownPool(of: World())
        #expect(error?.cause == .resourceNotFound)
        #expect(error?.errorDescription.contains("us-east-1_elsewhere") == true)
    }

    @Test func `a server outside of development answers an unknown user pool like a wrong password, as Cognito does`()
        async throws
    {
        let world = try await World(on: TestGatehouse(verifiesSignatures: true))
        let error = try await Self.signInToUnknownPool(of: world)
        #expect(error == .anyNotAuthorized)
    }

    /// The error of a sign-in by an app with the right client and a wrong user pool id.
    private static func signInToUnknownPool(of world: World) async throws -> AuthError? {
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = TestApp(network: TestNetwork(world.gatehouse.transport))
        let pool: JSONValue = [
            "PoolId": "us-east-1_elsewhere", "AppClientId": .string(world.client.id), "Region": "us-east-1",
        ]
        let block: JSONValue = [
            "CognitoUserPool": ["Default": pool], "Auth": ["Default": ["Endpoint": .string(world.gatehouse.baseURL)]],
        ]
        try app.plugin.configure(using: block)
        return await failure { _ = try await app.plugin.signIn(username: "ada", password: World.password) }
    }

    @Test(arguments: [(nil, true), ("https://auth.example.com", false)] as [(String?, Bool)])
    func `requests to AWS carry no header with the user pool`(endpoint: String?, isAmazons: Bool) async throws {
        let network = ClosedWay()
        let plugin = AWSCognitoAuthPlugin(transport: network, openStore: { _ in InMemoryCredentialStore() })
        var block: [String: JSONValue] = [
            "CognitoUserPool": [
                "Default": ["PoolId": "us-east-1_pool", "AppClientId": "client", "Region": "us-east-1"]
            ]
        ]
        block["Auth"] = endpoint.map { ["Default": ["Endpoint": .string($0)]] }
        try plugin.configure(using: JSONValue.object(block))
        _ = await failure { _ = try await plugin.signIn(username: "ada", password: "pw") }
        let names = network.requests.flatMap { $0.headers.map(\.name) }
        #expect(!names.isEmpty && names.contains("X-Gatehouse-User-Pool") == !isAmazons)
    }

    @Test func `an identity pool that refuses an app's region names both regions`() async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let app = TestApp(network: TestNetwork(world.gatehouse.transport), clock: .following(world.gatehouse.clock))
        let outputs = AmplifyOutputsData(
            auth: AmplifyOutputsData.Auth(
                awsRegion: "eu-west-1",
                userPoolId: world.pool,
                userPoolClientId: world.client.id,
                identityPoolId: world.identityPool,
                endpoint: world.gatehouse.baseURL
            )
        )
        try app.plugin.configure(using: outputs)
        let error = await failure { _ = try await app.plugin.signIn(username: "ada", password: World.password) }
        let text = error?.errorDescription ?? ""
        #expect(text.contains("The user pool \(world.pool) is of the region us-east-1"), "\(text)")
        #expect(text.contains("the configuration says eu-west-1"))
    }
}
