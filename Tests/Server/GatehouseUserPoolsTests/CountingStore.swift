// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseTesting
import Synchronization

@testable import GatehouseUserPools

/// A store that counts its transactions: each is a way to the database and back.
final class CountingStore: UserPoolStore {
    private let store: any UserPoolStore
    private let count = Atomic(0)
    private let writing = Atomic(0)

    init(_ store: any UserPoolStore) {
        self.store = store
    }

    /// Transactions so far.
    var trips: Int { count.load(ordering: .relaxed) }
    /// Those that may write, of which one runs at a time.
    var writes: Int { writing.load(ordering: .relaxed) }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolReading) throws -> Value
    ) async throws -> Value {
        count.add(1, ordering: .relaxed)
        return try await store.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Value
    ) async throws -> Value {
        count.add(1, ordering: .relaxed)
        writing.add(1, ordering: .relaxed)
        return try await store.write(body)
    }
}

/// A queue that counts the messages which it keeps on its own, each on a way to the database and back.
final class CountingQueue: MessageQueue {
    private let queue: any MessageQueue
    private let count = Atomic(0)

    init(_ queue: any MessageQueue) {
        self.queue = queue
    }

    var inserts: Int { count.load(ordering: .relaxed) }

    func insert(_ message: QueuedMessage) async throws {
        count.add(1, ordering: .relaxed)
        try await queue.insert(message)
    }

    func claim(dueBy now: Date, until lease: Date, limit: Int) async throws -> [QueuedMessage] {
        try await queue.claim(dueBy: now, until: lease, limit: limit)
    }

    func postpone(_ id: String, attempts: Int, until date: Date) async throws {
        try await queue.postpone(id, attempts: attempts, until: date)
    }

    func replace(_ message: QueuedMessage) async throws { try await queue.replace(message) }

    func remove(_ id: String) async throws { try await queue.remove(id) }
}

extension PoolFixture {
    /// The same pool, reached through a store that counts, and sending by another courier if there is one.
    func counted(sendingBy courier: (any Courier)? = nil) -> (fixture: PoolFixture, store: CountingStore) {
        let own = anyone.pools
        let store = CountingStore(own.store)
        var fixture = self
        fixture.pools = UserPools(
            store: store, sealer: own.sealer, clock: own.clock, entropy: own.entropy, courier: courier ?? own.courier,
            compute: own.compute, arithmetic: own.arithmetic, signer: SwiftCryptoRSASigner(), hasher: own.hasher,
            hashing: own.hashing, deployment: own.deployment, triggers: own.triggers)
        return (fixture, store)
    }
}
