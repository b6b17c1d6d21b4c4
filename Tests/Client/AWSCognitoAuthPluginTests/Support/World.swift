// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTesting

/// A server with its pools, and apps that use it.
struct World {
    static let password = "Correct-Horse-1"

    let gatehouse: TestGatehouse
    let pool: String
    let client: TestAppClient
    let identityPool: String

    /// Makes pools on a server of their own, unless one is given.
    init(allowsGuests: Bool = true, withSecret: Bool = false, on server: TestGatehouse? = nil) async throws {
        let gatehouse = if let server { server } else { try await TestGatehouse() }
        let pool = try await gatehouse.makeUserPool()
        try await self.init(pool: pool, allowsGuests: allowsGuests, withSecret: withSecret, on: gatehouse)
    }

    /// Makes an app client and an identity pool for a user pool.
    init(
        pool: String,
        allowsGuests: Bool = true,
        withSecret: Bool = false,
        on gatehouse: TestGatehouse
    ) async throws {
        self.gatehouse = gatehouse
        self.pool = pool
        client = try await gatehouse.makeClient(ofPool: pool, withSecret: withSecret)
        identityPool = try await gatehouse.makeIdentityPool(
            userPool: pool,
            client: client,
            allowsGuests: allowsGuests
        )
    }

    /// An app: a plugin of its own, on a store of its own unless one is given.
    func app(
        _ pools: Pools = .both,
        store: any CredentialStore = InMemoryCredentialStore(),
        network: TestNetwork? = nil,
        passkeys: AWSCognitoPasskeys = .none
    ) throws -> TestApp {
        let app = TestApp(
            network: network ?? TestNetwork(gatehouse.transport),
            clock: .following(gatehouse.clock),
            store: store,
            passkeys: passkeys
        )
        try app.plugin.configure(using: configuration(pools))
        app.events.clear()
        return app
    }

    /// An app with a confirmed user signed in.
    func signedInApp(
        _ username: String = "ada",
        _ pools: Pools = .both,
        store: any CredentialStore = InMemoryCredentialStore()
    ) async throws -> TestApp {
        try await gatehouse.makeUser(username, password: Self.password, inPool: pool)
        let app = try app(pools, store: store)
        _ = try await app.plugin.signIn(username: username, password: Self.password)
        return app
    }

    /// The plugin's generation 1 block; `extra` keys go into the user pool's part.
    func configuration(_ pools: Pools, userPool extra: [String: JSONValue] = [:]) -> JSONValue {
        var block: [String: JSONValue] = ["Auth": ["Default": ["Endpoint": .string(gatehouse.baseURL)]]]
        if pools != .identityPoolOnly {
            var userPool: [String: JSONValue] = [
                "PoolId": .string(pool), "AppClientId": .string(client.id), "Region": "us-east-1",
            ]
            userPool["AppClientSecret"] = client.secret.map { .string($0) }
            block["CognitoUserPool"] = ["Default": .object(userPool.merging(extra) { $1 })]
        }
        if pools != .userPoolOnly {
            let identity: JSONValue = ["PoolId": .string(identityPool), "Region": "us-east-1"]
            block["CredentialsProvider"] = ["CognitoIdentity": ["Default": identity]]
        }
        return .object(block)
    }

    enum Pools {
        case both, userPoolOnly, identityPoolOnly
    }
}
