// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Synchronization

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

/// The session that programs share, as far as commands of `SessionSharer` decide about it.
enum SharedHolder: Equatable {
    case signedOut
    case user(String)
    case federated(String)

    /// The word with which a program shows this session.
    var word: String {
        switch self {
        case .signedOut: "signedOut"
        case .user(let name), .federated(let name): name
        }
    }

    /// Performs a command.
    ///
    /// - Returns: the answer.
    mutating func perform(_ command: String) -> String {
        let words = command.split(separator: ":").map(String.init)
        switch (words[0], self) {
        case ("signIn", .signedOut): self = .user(words[1])
        case ("signOut", .signedOut), ("signOut", .user), ("clear", .federated): self = .signedOut
        case ("federate", .signedOut), ("federate", .federated): self = .federated(words[1])
        case ("signIn", _), ("signOut", _), ("federate", _), ("clear", _): return "refused"
        default: break
        }
        return "ok"
    }

    /// The sessions that can result if two programs obey their commands at the same time, and answer like this.
    func outcomes(
        _ first: ArraySlice<(command: String, answer: String)>,
        _ second: ArraySlice<(command: String, answer: String)>
    ) -> [SharedHolder] {
        if first.isEmpty, second.isEmpty { return [self] }
        return [(first, second), (second, first)].flatMap { next, other -> [SharedHolder] in
            guard let step = next.first else { return [] }
            var holder = self
            return holder.perform(step.command) == step.answer ? holder.outcomes(next.dropFirst(), other) : []
        }
    }
}

/// A store that fails where the test asks for it.
final class FailingStore: CredentialStore {
    enum Failing: Sendable {
        case read, write, remove
    }

    private let items = InMemoryCredentialStore()
    private let state = Mutex<(failing: Failing?, key: String?, isAfterTheFact: Bool)>((nil, nil, false))

    /// Fails from now on, with one item or with all, even if after the fact: then the item is changed all the same.
    func fail(_ failing: Failing?, of key: String? = nil, afterTheFact isAfterTheFact: Bool = false) {
        state.withLock { $0 = (failing, key, isAfterTheFact) }
    }

    var name: String { items.name }

    func read(_ key: String) -> StoreAnswer {
        isFailing(.read, key) ? .unreadable(StoreError(.reading, reason: "locked")) : items.read(key)
    }

    func write(_ data: Data, for key: String) throws(StoreError) {
        if !isFailing(.write, key) || isDoneAllTheSame { try items.write(data, for: key) }
        if isFailing(.write, key) { throw StoreError(.writing, reason: "full") }
    }

    func remove(_ key: String) throws(StoreError) {
        if !isFailing(.remove, key) || isDoneAllTheSame { try items.remove(key) }
        if isFailing(.remove, key) { throw StoreError(.removing, reason: "locked") }
    }

    func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        if isFailing(.read, prefix) { throw StoreError(.reading, reason: "locked") }
        return try items.keys(startingWith: prefix)
    }

    private func isFailing(_ activity: Failing, _ key: String) -> Bool {
        state.withLock { $0.failing == activity && $0.key ?? key == key }
    }

    private var isDoneAllTheSame: Bool { state.withLock { $0.isAfterTheFact } }
}
