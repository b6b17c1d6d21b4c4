// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Conditions that no record meets, and pages without records.
@Suite(.hangLimit) struct WrongQueryTests {
    private let app: LateModels

    init() throws {
        app = try LateModels([EveryScalar.schema])
    }

    private func save(_ count: Int) async throws {
        for number in 0..<count { try await app.plugin.save(EveryScalar(id: "\(number)", number: number)) }
    }

    private func page(_ number: UInt, limit: UInt) async throws -> [String] {
        let input = QueryPaginationInput.page(number, limit: limit)
        return try await app.plugin.query(
            EveryScalar.self, sort: .ascending(EveryScalar.keys.number), paginate: input
        ).map(\.id)
    }

    @Test func `a condition on a new record is refused, and nothing is stored`() async throws {
        let words = await errorWords {
            try await app.plugin.save(EveryScalar(id: "1"), where: EveryScalar.keys.number == 1)
        }
        #expect(words.hasPrefix("invalidCondition: ") && words.contains("without a condition first"))
        #expect(try await app.plugin.query(EveryScalar.self).isEmpty)
    }

    @Test func `a condition that the stored record does not meet keeps the record`() async throws {
        try await save(2)
        let words = [
            await errorWords {
                try await app.plugin.save(EveryScalar(id: "1", number: 5), where: EveryScalar.keys.number == 2)
            },
            await errorWords {
                try await app.plugin.delete(EveryScalar(id: "1"), where: EveryScalar.keys.number == 2)
            },
            await errorWords {
                try await app.plugin.delete(
                    EveryScalar.self, withIdentifier: "1", where: EveryScalar.keys.number == 2)
            },
        ]
        for word in words { #expect(word.hasPrefix("invalidCondition: ") && word.contains("until the model instance")) }
        #expect(try await app.plugin.query(EveryScalar.self, byIdentifier: "1")?.number == 1)
    }

    private struct OwnPredicate: QueryPredicate {
        func evaluate(target: any Model) -> Bool { true }
    }

    @Test func `a condition of a type of the app, and an order by an unknown field, are refused`() async throws {
        let condition = await errorWords { _ = try await app.plugin.query(EveryScalar.self, where: OwnPredicate()) }
        #expect(condition.hasPrefix("invalidCondition: ") && condition.contains("Make conditions of fields"))
        let order = await errorWords {
            _ = try await app.plugin.query(EveryScalar.self, sort: .ascending(PublicRecord.keys.content))
        }
        #expect(order.hasPrefix("invalidCondition: ") && order.contains("Sort by a field of the model"))
    }

    @Test func `a delete by a condition that no record meets changes nothing`() async throws {
        try await save(3)
        try await app.plugin.delete(EveryScalar.self, where: EveryScalar.keys.number > 5)
        #expect(try await app.plugin.query(EveryScalar.self).count == 3)
        #expect(try await app.plugin.outbox.isEmpty)
    }

    /// A negative page does not compile: the number has no sign.
    @Test func `a page without records is empty, whatever its number and limit are`() async throws {
        try await save(5)
        #expect(try await page(0, limit: 2) == ["0", "1"])
        #expect(try await page(2, limit: 2) == ["4"])
        #expect(try await page(3, limit: 2).isEmpty)
        #expect(try await page(0, limit: 0).isEmpty)
        #expect(try await page(1, limit: 0).isEmpty)
        #expect(try await page(.max, limit: .max).isEmpty)
        #expect(try await page(.max, limit: 1).isEmpty)
        #expect(try await page(0, limit: .max).count == 5)
        #expect(try await page(1, limit: .max).isEmpty)
    }
}
