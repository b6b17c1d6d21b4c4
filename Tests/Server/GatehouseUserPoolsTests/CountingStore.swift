// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolModel
import Synchronization

@testable import GatehouseUserPoolKernel

/// A store that counts its transactions.
final class CountingStore: UserPoolStore {
    private let store: any UserPoolStore
    private let count = Atomic(0)
    private let writing = Atomic(0)

    init(_ store: any UserPoolStore) {
        self.store = store
    }

    /// Transactions so far.
    var trips: Int { count.load(ordering: .relaxed) }
    /// The number of writing transactions, of which one runs at a time.
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

extension PoolFixture {
    /// The same pool, reached through a store that counts, and sending by another courier if there is one.
    func counted(sendingBy courier: (any Courier)? = nil) -> (fixture: PoolFixture, store: CountingStore) {
        let own = anyone.pools
        let store = CountingStore(own.records.store)
        var fixture = self
        fixture.pools = UserPools(
            store: store, sealer: own.sealer, clock: own.clock, entropy: own.entropy,
            courier: courier ?? own.messages.courier,
            compute: own.computation.pool, arithmetic: own.arithmetic, signer: SwiftCryptoRSASigner(),
            hasher: own.computation.hasher,
            hashing: own.computation.hashing, deployment: own.deployment, triggers: own.triggers.caller)
        return (fixture, store)
    }
}
