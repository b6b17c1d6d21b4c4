// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Synchronization
import Testing

/// Changes that the service has applied, and whose answers did not arrive.
@Suite(.hangLimit) struct LostAnswerTests {
    /// Loses the answers of the next mutations of a device.
    private final class Losses: Sendable {
        private let left: Mutex<Int>

        init(_ count: Int) {
            left = Mutex(count)
        }

        var isOver: Bool { left.withLock { $0 == 0 } }

        /// Whether the answer of this mutation is lost.
        func takeOne() -> Bool {
            left.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
        }
    }

    @Test(arguments: [TestConflictHandling.automerge, .optimistic])
    func `no change is applied twice, nor a conflict with itself`(conflicts: TestConflictHandling) async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, conflicts: conflicts)
        let conflictCount = CountOfConflicts()
        let phone = try await house.device(
            "phone",
            settings: .custom(conflictHandler: { _, resolve in
                conflictCount.add()
                resolve(.applyRemote)
            }))
        try await phone.waitForSync()

        let note = try await losingAnswers(phone) { try await phone.add("One") }
        #expect(try await phone.version(of: note) == 1)
        try await losingAnswers(phone) { try await phone.change(note, to: "Two") }
        #expect(try await phone.version(of: note) == 2)
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Two"])
        try await losingAnswers(phone) { try await phone.dataStore.delete(note) }
        #expect(try await phone.version(of: note) == 3)
        #expect(try await phone.contents(of: OwnerRecord.self).isEmpty)
        #expect(conflictCount.value == 0)
    }

    /// Makes a change whose answer is lost, and waits until the outbox is empty.
    private func losingAnswers<Value>(
        _ device: TestDevice, _ change: () async throws -> Value
    ) async throws -> Value {
        let losses = Losses(1)
        device.setTroubles { $0.isGraphQL("mutation") && losses.takeOne() ? .answerLost : nil }
        let value = try await change()
        try await device.waitForSync()
        #expect(losses.isOver)
        device.setTroubles(nil)
        return value
    }

    @Test func `a change after one whose answer was lost is sent with the version of the service`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, conflicts: .optimistic)
        let phone = try await house.device("phone")
        try await phone.waitForSync()
        let losses = Losses(1)
        phone.setTroubles { $0.isGraphQL("mutation") && losses.takeOne() ? .answerLost : nil }
        let note = try await phone.add("One")
        try await phone.change(note, to: "Two")
        try await phone.waitForSync()
        #expect(try await phone.served(OwnerRecord.self).contents == ["Two"])
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Two"])
    }

    @Test func `a change whose answer was lost is not applied again after another device's change`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, conflicts: .automerge)
        let (phone, tablet) = try await house.pair()
        let note = try await phone.add("One")
        try await phone.waitForSync()
        let losses = Losses(1)
        phone.setTroubles { request in
            guard request.isGraphQL("mutation"), losses.takeOne() else { return nil }
            // No look for the record before the other device's change.
            phone.goOffline()
            return .answerLost
        }
        try await phone.change(note, to: "Two")
        let changed = try await tablet.records(of: OwnerRecord.self) { $0.contents == ["Two"] }
        try await tablet.change(try #require(changed.first), to: "Three")
        try await tablet.waitForSync()
        #expect(try await tablet.version(of: note) == 3)
        phone.goOnline()
        try await phone.syncAgain()
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Three"])
        #expect(try await phone.version(of: note) == 3)
    }

    @Test func `a change after one that the network has doubled is applied once, although its answer was lost`()
        async throws
    {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, conflicts: .automerge)
        let phone = try await house.device("phone")
        try await phone.waitForSync()
        let note = try await phone.add("One")
        try await phone.waitForSync()
        for (trouble, content, version) in [(NetworkTrouble.doubled, "Two", 2), (.answerLost, "Three", 3)] {
            let losses = Losses(1)
            phone.setTroubles { $0.isGraphQL("mutation") && losses.takeOne() ? trouble : nil }
            try await phone.change(note, to: content)
            try await phone.waitForSync()
            #expect(try await phone.version(of: note) == version)
        }
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Three"])
    }

    @Test func `an answer that was cut, and a request that arrived twice, change nothing`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, conflicts: .automerge)
        let phone = try await house.device("phone")
        try await phone.waitForSync()
        for (trouble, content) in [(NetworkTrouble.answerCut, "cut"), (.doubled, "doubled")] {
            let losses = Losses(1)
            phone.setTroubles { $0.isGraphQL("mutation") && losses.takeOne() ? trouble : nil }
            _ = try await phone.add(content)
            try await phone.waitForSync()
        }
        #expect(try await phone.contents(of: OwnerRecord.self) == ["cut", "doubled"])
        #expect(try await phone.served(OwnerRecord.self).contents == ["cut", "doubled"])
    }
}

/// Counts the conflicts that a handler gets.
private final class CountOfConflicts: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
