// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTestSupport

/// One store that several configurations use, after each other or side by side.
struct StoreFixture {
    struct Pools {
        var user: String?
        var client = "client"
        var region = "us-east-1"
        var identity: String?
    }

    let store: any CredentialStore
    let service: ScriptedService
    let clock: ManualClock

    init(store: any CredentialStore = InMemoryCredentialStore()) throws {
        // Scripted by a fixture, whose engine is not used.
        let base = try Fixture()
        self.store = store
        service = base.service
        clock = base.clock
    }

    /// An instance on the store, which lives as long as the test keeps it.
    func engine(_ pools: Pools) throws -> SessionEngine {
        let endpoint = try Endpoint("http://localhost:9229", key: "k")
        let configuration = try SessionConfiguration(
            userPool: pools.user.map {
                try UserPoolConfiguration(poolID: $0, clientID: pools.client, region: pools.region, endpoint: endpoint)
            },
            identityPool: pools.identity.map {
                try IdentityPoolConfiguration(poolID: $0, region: "us-east-1", endpoint: endpoint)
            }
        )
        return SessionEngine(
            configuration: configuration,
            store: store,
            transport: service,
            clock: clock.clock,
            entropy: .seeded(2)
        )
    }

    /// One run of an app: an instance that is released when this returns.
    func run<Value>(_ pools: Pools, _ body: (SessionEngine) async throws -> Value) async throws -> Value {
        let (value, lease) = try await use(pools, body)
        // The task of a finished renewal may hold the instance for a moment longer.
        while lease.engine != nil { await Task.yield() }
        return value
    }

    private func use<Value>(
        _ pools: Pools,
        _ body: (SessionEngine) async throws -> Value
    ) async throws -> (Value, Lease) {
        let engine = try engine(pools)
        return (try await body(engine), Lease(engine: engine))
    }

    private struct Lease {
        weak let engine: SessionEngine?
    }

    /// A run in which a user signs in; its requests are discarded.
    func signIn(_ pools: Pools) async throws {
        _ = try await run(pools) { try await $0.signIn(username: "Ada@example.com", password: "pw") }
        service.forget()
    }
}
