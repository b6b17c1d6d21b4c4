// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseServerCrypto
import Synchronization

/// A stock of generated signing keys, so that creating a pool does not wait for them.
///
/// The stock is in memory only. If it is empty, a call generates a key itself.
package final class PreparedSigningKeys: SigningKeySource {
    /// The number of keys in a full stock.
    package let capacity: Int

    /// The number of keys before the first one is taken.
    private let beginning: Int
    private let source: any SigningKeySource
    private let compute: ComputePool
    private let stock = Mutex<[RSASigningKey]>([])
    private let (removals, removal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Creates an empty stock of at most `capacity` keys; ``run()`` fills it with keys of `source`, generated on `compute`.
    ///
    /// Until the first key is taken, it makes no more than `beginning`; by default, as many as the stock holds.
    package init(
        capacity: Int = 16, beginning: Int? = nil, from source: any SigningKeySource = NewSigningKeys(),
        on compute: ComputePool = .bounded(threads: 1)
    ) {
        self.capacity = capacity
        self.beginning = min(beginning ?? capacity, capacity)
        self.source = source
        self.compute = compute
    }

    package func next() throws -> RSASigningKey {
        defer { removal.yield() }
        return try stock.withLock { $0.popLast() } ?? source.next()
    }

    /// Makes the first keys, and fills the stock after keys were removed, until the task is cancelled.
    ///
    /// A key that is being generated at that time is completed and discarded with the stock.
    /// - Throws: the error of a failed key generation.
    package func run() async throws {
        try await fill(to: beginning)
        for await _ in removals { try await fill(to: capacity) }
    }

    private func fill(to count: Int) async throws {
        while !Task.isCancelled, stock.withLock({ $0.count < count }) {
            // The server's own work is never refused, and waits for its turn.
            let key = try await compute.run(mayExceed: true) { [source] in try source.next() }
            stock.withLock { $0.append(key) }
        }
    }
}
