// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataStores

/// The change log of a database that several processes may serve.
///
/// What comes out are changes about whose records no rule has decided; each subscriber judges them.
struct ChangeLog: Sendable {
    /// The bytes of the records that are read at once; one record at least.
    private static let mostBytes = 4_000_000
    /// The changes that are read at once.
    private static let mostChanges = 256

    private let store: any RecordStore

    init(_ store: any RecordStore) { self.store = store }

    /// Stores a mark of this process.
    func put(_ mark: ChangeMark) async throws {
        try await store.write { try $0.put(mark) }
    }

    /// The end of the log, at a time in milliseconds since 1970.
    func end(at now: Int) async throws -> ChangePositions {
        try await store.read { try ChangePositions(atEndOf: $0, at: now) }
    }

    /// What is in the log after some positions, and the positions after it.
    func news(after positions: ChangePositions, at now: Int) async throws -> (ChangePositions, [ChangeHead]) {
        try await store.read { reader in
            var positions = positions
            let news = try positions.advance(reader, at: now)
            return (positions, news)
        }
    }

    /// How many of some changes are read at once.
    static func part(of heads: some Collection<ChangeHead>) -> Int {
        var bytes = 0
        var count = 0
        for head in heads.prefix(mostChanges) {
            bytes += head.bytes
            guard bytes <= mostBytes || count == 0 else { break }
            count += 1
        }
        return count
    }

    /// The changes with some heads, in their order.
    func changes(_ heads: [ChangeHead]) async throws -> [LoggedChange] {
        let numbers = Dictionary(grouping: heads.map(\.place), by: \.node).mapValues { $0.map(\.number) }
        let found = try await store.read { reader in
            try numbers.flatMap { node, numbers in try reader.loggedChanges(of: node, numbers: numbers) }
        }
        let changes = Dictionary(found.map { ($0.place, $0) }) { first, _ in first }
        return heads.compactMap { changes[$0.place] }
    }
}
