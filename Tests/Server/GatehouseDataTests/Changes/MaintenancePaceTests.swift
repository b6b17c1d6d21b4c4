// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

@testable import GatehouseData

/// The transactions of work on many records, and what they leave to other writers.
@Suite(.hangLimit)
struct MaintenancePaceTests {
    private static let count = 115

    /// The time in milliseconds that a step takes inside its transaction, the sizes of the steps, and the pause after each.
    private static let paces: [(Int, [Int], Int)] = [
        (1, [50, 65], 3), (20, [50, 50, 15], 60), (50, [50, 25, 12, 10, 10, 8], 150),
        (200, [50, 25, 12, 10, 10, 8], 250),
    ]

    private func filled() async throws -> LiveAPI {
        let api = try await LiveAPI("type Todo @model @auth(rules: [{ allow: private }]) { id: ID! }")
        let model = try #require(api.service.api.model("Todo"))
        try await api.store.write { writer in
            for number in 0..<Self.count {
                let fields: GraphQLObject = ["id": .string("\(number)")]
                guard let key = RecordID(fields, model.key) else { continue }
                try writer.put(
                    Record(model: "Todo", key: key, fields: fields, version: 1), expecting: nil,
                    indexes: RecordIndexValues(fields, model), in: "one")
            }
        }
        return api
    }

    @Test(arguments: paces)
    func `a step is as large as its time allows, and then others have the store for as long`(
        work: Int, sizes: [Int], pause: Int
    ) async throws {
        let api = try await filled()
        let times = ScriptedTimes(work: .milliseconds(work))
        try await api.store.forEachRecord(of: "Todo", in: "one", at: times.pace) { _ in
            times.beginStep()
            return true
        } do: { writer, record in
            times.countRecord()
            try writer.remove(record.key, of: "Todo", expecting: record.version, in: "one")
        }
        #expect(times.sizes == sizes)
        #expect(times.pauses == sizes.map { _ in .milliseconds(pause) })
        #expect(try await api.store.read { try $0.modelWithRecords(in: "one") } == nil)
    }

    @Test(arguments: paces)
    func `new indexes are filled at the same pace`(work: Int, sizes: [Int], pause: Int) async throws {
        let api = try await filled()
        let times = ScriptedTimes(work: .milliseconds(work))
        let model = try #require(api.service.api.model("Todo"))
        try await api.store.reindex([model], in: "one", atRevision: nil, pace: times.pace)
        #expect(times.pauses == sizes.map { _ in .milliseconds(pause) })
    }
}

/// A clock that goes on at each look: a step looks when it begins, around its work, and when it ends.
private final class ScriptedTimes: Sendable {
    private let work: Duration
    private let base = ContinuousClock.now
    private let elapsed = Mutex(Duration.zero)
    private let noted = Mutex((sizes: [Int](), pauses: [Duration]()))

    init(work: Duration) { self.work = work }

    /// The records of each step.
    var sizes: [Int] { noted.withLock { $0.sizes } }
    /// The pauses after the steps.
    var pauses: [Duration] { noted.withLock { $0.pauses } }

    var pace: MaintenancePace {
        MaintenancePace(
            now: { self.look() },
            pause: { time in self.noted.withLock { $0.pauses.append(time) } })
    }

    func beginStep() { noted.withLock { $0.sizes.append(0) } }

    func countRecord() { noted.withLock { $0.sizes[$0.sizes.count - 1] += 1 } }

    private func look() -> ContinuousClock.Instant {
        elapsed.withLock { elapsed in
            elapsed += work
            return base + elapsed
        }
    }
}
