// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseCore
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

/// Signing keys that are generated ahead.
@Suite(.hangLimit) struct PreparedSigningKeysTests {
    /// A source that returns the same key, and reports every call.
    private final class CountedKeys: SigningKeySource {
        private struct Exhausted: Error {}

        let calls: AsyncStream<Int>
        private let call: AsyncStream<Int>.Continuation
        private let key: RSASigningKey
        private let limit: Int
        private let count = Mutex(0)

        init(limit: Int = .max) throws {
            (calls, call) = AsyncStream.makeStream()
            key = try RSASigningKey.generate()
            self.limit = limit
        }

        var total: Int { count.withLock { $0 } }

        func next() throws -> RSASigningKey {
            let number = count.withLock { count in
                count += 1
                return count
            }
            call.yield(number)
            guard number <= limit else { throw Exhausted() }
            return key
        }

        /// Waits until this call was made.
        func reached(_ number: Int) async {
            for await call in calls where call == number { return }
        }
    }

    @Test func `the stock is filled to its capacity, and again after keys were taken`() async throws {
        let source = try CountedKeys()
        let keys = PreparedSigningKeys(capacity: 3, from: source)
        let running = Task { try await keys.run() }
        await source.reached(3)
        for taken in 1...4 {
            _ = try keys.next()
            await source.reached(3 + taken)
        }
        running.cancel()
        try await running.value
        #expect(source.total == 7)
    }

    @Test func `a stock has few keys at first, and is filled after one of them was taken`() async throws {
        let source = try CountedKeys()
        let keys = PreparedSigningKeys(capacity: 3, beginning: 1, from: source, on: .inline)
        // The task runs up to its wait for the first removal.
        let running = Task.immediate { try await keys.run() }
        #expect(source.total == 1)
        _ = try keys.next()
        await source.reached(4)
        running.cancel()
        try await running.value
        #expect(source.total == 4)
    }

    @Test func `a key is generated on demand where the stock is empty, and each is handed out once`() async throws {
        let keys = PreparedSigningKeys(capacity: 2, on: .inline)
        #expect(try keys.next().keyID != keys.next().keyID)
        let filling = Task { try await keys.run() }
        filling.cancel()
        try await filling.value
        var ids: Set<String> = []
        for _ in 0..<3 { ids.insert(try keys.next().keyID) }
        #expect(ids.count == 3)
    }

    @Test func `a source that fails ends the filling, and what is in stock is handed out`() async throws {
        let source = try CountedKeys(limit: 2)
        let keys = PreparedSigningKeys(capacity: 3, from: source)
        await #expect(throws: (any Error).self) { try await keys.run() }
        for _ in 0..<2 { _ = try keys.next() }
        #expect(throws: (any Error).self) { try keys.next() }
    }

    @Test func `keys are generated after other work of the pool, however long that takes`() async throws {
        let pool = ComputePool.bounded(threads: 1, places: 0, longestWait: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let other = Task {
            try await pool.run {
                begin.yield()
                gate.wait()
            }
        }
        _ = await begun.first { _ in true }
        await #expect(throws: ServiceFault.self) { try await pool.run {} }
        let source = try CountedKeys()
        let keys = PreparedSigningKeys(capacity: 2, from: source, on: pool)
        // The first key is requested before the call returns.
        let running = Task.immediate { try await keys.run() }
        #expect(source.total == 0)
        gate.signal()
        await source.reached(2)
        running.cancel()
        try await running.value
        try await other.value
    }
}
