// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSDataStorePlugin
import AWSPluginsCore
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// A condition has one meaning, wherever it is evaluated.
///
/// The values of a condition have the type of the field, and dates are in one time zone: the documentation names the other
/// cases as differences.
@Suite(.hangLimit) struct PredicateAgreementTests {
    private static let recordCount = 40
    private static let conditionCount = 80

    private func deviceWithRecords(_ dice: DeviceDice) async throws -> TestDevice {
        let house = try await Household(ComparedRecord.definition, ComparedRecord.self)
        let phone = try await house.device("phone")
        for number in 0..<Self.recordCount { _ = try await phone.dataStore.save(dice.comparedRecord("\(number)")) }
        try await phone.waitForSync()
        return phone
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a condition fits the same records in the store, in memory and in the service`(seed: UInt64) async throws {
        let dice = DeviceDice(seed: seed)
        let phone = try await deviceWithRecords(dice)
        let all = try await phone.dataStore.query(ComparedRecord.self)
        #expect(all.count == Self.recordCount)
        for _ in 0..<Self.conditionCount {
            let condition = dice.condition(depth: 3)
            let inMemory = all.filter { condition.evaluate(target: $0) }.map(\.id).sorted()
            let stored = try await phone.dataStore.query(ComparedRecord.self, where: condition).map(\.id).sorted()
            let served = try await phone.api.query(
                request: .list(ComparedRecord.self, where: condition, limit: 1_000)
            ).get().map(\.id).sorted()
            let name = "\(condition.graphQLFilter(for: ComparedRecord.schema))"
            #expect(stored == inMemory, "\(name)")
            #expect(served == inMemory, "\(name)")
        }
    }

    @Test func `a field without a value meets the opposites of conditions, and no others`() async throws {
        let house = try await Household(ComparedRecord.definition, ComparedRecord.self)
        let phone = try await house.device("phone")
        let empty = try await phone.dataStore.save(ComparedRecord(id: "empty"))
        try await phone.waitForSync()
        let keys = ComparedRecord.keys
        let conditions: [(QueryPredicateOperation, Bool)] = [
            (keys.text.notContains("a"), true), (keys.text != "a", true), (keys.text == nil, true),
            (keys.text.contains(""), false), (keys.text.beginsWith(""), false), (keys.text <= "a", false),
            (keys.tags.notContains("a"), true), (keys.moods.notContains("CALM"), true), (keys.number != 1, true),
            (keys.number < 1, false), (keys.flag != true, true), (keys.text != nil, false),
        ]
        for (condition, isMet) in conditions {
            #expect(condition.evaluate(target: empty) == isMet, "\(condition.field) \(condition.operator)")
            let stored = try await phone.dataStore.query(ComparedRecord.self, where: condition)
            #expect(!stored.isEmpty == isMet, "\(condition.field) \(condition.operator)")
            let served = try await phone.api.query(request: .list(ComparedRecord.self, where: condition)).get()
            #expect(!served.isEmpty == isMet, "\(condition.field) \(condition.operator)")
        }
    }
}
