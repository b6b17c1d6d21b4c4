// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseGraphQL
import Synchronization

/// A mutation whose event very many subscriptions receive.
enum DataFanOut {
    private static let schema = "type Note @model @auth(rules: [{ allow: private }]) { text: String }"
    private static let create = "mutation create($text: String) { createNote(input: { text: $text }) { id text } }"
    private static let listen = "subscription { onCreateNote { id text } }"

    /// Counts events, and reports when the last one of a mutation is there.
    private final class Arrivals: Sendable {
        private let count = Atomic(0)
        private let ends: AsyncStream<Void>
        private let end: AsyncStream<Void>.Continuation
        private let expected: Int

        init(_ expected: Int) {
            self.expected = expected
            (ends, end) = AsyncStream.makeStream()
        }

        func add() {
            if count.add(1, ordering: .relaxed).newValue.isMultiple(of: expected) { end.yield() }
        }

        /// Ends all waits, for a subscription that ended.
        func finish() { end.finish() }

        /// Waits for the events of one mutation.
        func all() async {
            for await _ in ends { return }
        }
    }

    static func measure() async throws -> [Row] {
        let api = try await LocalAPI(schema)
        defer { api.remove() }
        let rounds = DataSizes.rounds * 4 + 1
        var alone: [Double] = []
        for _ in 0..<rounds { alone.append(try await Stopwatch.seconds { try await create(api) }) }
        let (answered, served) = try await beside(api, rounds)
        let delay = answered.median / alone.median
        return [
            Row(
                name: "Event of a mutation for \(DataSizes.subscribers.grouped) subscriptions, the last one",
                result: "\((served.median * 1e3).rounded(0)) ms", limit: "1 s",
                ratio: "\(served.median.rounded(2)) ×", promise: "< 1 s", holds: served.median < 1),
            Row(
                name: "The answer of that mutation", result: "\((answered.median * 1e3).rounded(2)) ms",
                limit: "\((alone.median * 1e3).rounded(2)) ms without subscriptions",
                ratio: "\(delay.rounded(2)) ×", promise: "≤ 1.1 ×", holds: delay <= 1.1),
        ]
    }

    private static func create(_ api: LocalAPI) async throws {
        try await api.data(create, ["text": .string(LocalAPI.text)])
    }

    /// The seconds until the answers of mutations, and until all subscriptions have their events.
    private static func beside(_ api: LocalAPI, _ rounds: Int) async throws -> (answered: [Double], served: [Double]) {
        let arrivals = Arrivals(DataSizes.subscribers)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<DataSizes.subscribers {
                let events = try await api.service.subscribe(DataRequest(query: listen), by: LocalAPI.owner)
                group.addTask {
                    defer { arrivals.finish() }
                    for try await event in events {
                        // A socket would send this.
                        let text = GraphQLValue.object(event).jsonBytes()
                        guard event["errors"] == nil, !text.isEmpty else { throw IncompleteAnswer(from: listen) }
                        arrivals.add()
                    }
                }
            }
            var times: (answered: [Double], served: [Double]) = ([], [])
            for _ in 0..<rounds {
                let clock = ContinuousClock()
                let start = clock.now
                try await create(api)
                times.answered.append((clock.now - start).seconds)
                await arrivals.all()
                times.served.append((clock.now - start).seconds)
            }
            group.cancelAll()
            try await group.waitForAll()
            return times
        }
    }
}

extension [Double] {
    /// The element in the middle of the order.
    fileprivate var median: Double { sorted()[count / 2] }
}
