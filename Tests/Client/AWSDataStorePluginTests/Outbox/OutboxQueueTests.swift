// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseCrypto
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// The choice of the events that are sent side by side, and the pauses after failures.
@Suite struct OutboxQueueTests {
    private let list = TodoList(id: "l", name: "List")
    private let other = TodoList(id: "m", name: "Other")

    init() {
        AmplifyModels().registerModels(registry: ModelRegistry.self)
    }

    /// The places of the events that can be sent at the same time.
    private func sendable(
        _ entries: [OutboxEntry], for user: String? = "ada", waiting: Set<Int> = [], failed: Set<Int> = []
    ) -> [Int] {
        let groups = OutboxGroups(OutboxFixture.schemas)
        var queue = OutboxQueue()
        queue.append(entries.map(groups.queued), isWhole: true)
        var underWay: [Int] = []
        while true {
            let next = queue.next(for: user) { id in
                let place = entries.firstIndex { $0.event.id == id }.map { [$0] } ?? []
                if !waiting.union(underWay).isDisjoint(with: place) { return .waits }
                return failed.isDisjoint(with: place) ? .ready : .afterOthers
            }
            guard let next, let place = entries.firstIndex(where: { $0.event.id == next.event.id }) else {
                return underWay
            }
            underWay.append(place)
        }
    }

    @Test func `related models are one group, and records of other models are groups of their own`() throws {
        let groups = OutboxGroups(OutboxFixture.schemas)
        let group = { (record: any Model) in groups.group(of: try OutboxEntry.of(.create, record).event) }
        #expect(try group(list) == group(Todo(id: "t", title: "Tea")))
        #expect(try group(Folder(id: "a")) == group(Folder(id: "b")))
        #expect(try group(list) != group(Folder(id: "a")))
        #expect(try group(OwnerRecord(id: "a")) != group(OwnerRecord(id: "b")))
    }

    @Test func `events of one record and of related records wait for each other, and others do not`() throws {
        let entries = [
            try OutboxEntry.of(.create, list),
            try .of(.create, Todo(id: "t", title: "Tea", list: list)),
            try .of(.create, Todo(id: "u", title: "Milk", list: other)),
            try .of(.update, Todo(id: "u", title: "Oat milk", list: other)),
            try .of(.delete, other),
            try .of(.create, OwnerRecord(id: "r")),
            try .of(.update, OwnerRecord(id: "r")),
            try .of(.create, OwnerRecord(id: "s")),
        ]
        #expect(sendable(entries) == [0, 2, 5, 7])
        // After the ones before them have left, the later ones follow.
        #expect(sendable(Array(entries[1...])) == [0, 1, 4, 6])
        #expect(sendable([entries[3], entries[4]]) == [0])
        #expect(sendable([entries[4]]) == [0])
    }

    @Test func `an event that waits holds up the related ones, and not the others`() throws {
        let entries = [
            try OutboxEntry.of(.create, list),
            try .of(.create, Todo(id: "t", title: "Tea", list: list)),
            try .of(.create, Todo(id: "u", title: "Milk", list: other)),
        ]
        #expect(sendable(entries, waiting: [0]) == [2])
    }

    @Test func `events that have failed come after the others`() throws {
        let entries = try ["a", "b", "c"].map { try OutboxEntry.of(.create, OwnerRecord(id: $0)) }
        #expect(sendable(entries, failed: [0, 1]) == [2, 0, 1])
    }

    @Test func `events of another user wait, and the later ones that need their records`() throws {
        let todo = Todo(id: "t", title: "Tea", list: list)
        let entries = [
            try OutboxEntry.of(.create, list, user: "ben"),
            try .of(.create, todo),
            try .of(.update, todo),
            try .of(.create, OwnerRecord(id: "r"), user: nil),
        ]
        #expect(sendable(entries) == [3])
        #expect(sendable(entries, for: "ben") == [0, 3])
        #expect(sendable(entries, for: nil, waiting: [3]).isEmpty)
    }

    @Test func `an event of another user does not hold up other records of related models`() throws {
        let entries = [
            try OutboxEntry.of(.create, Todo(id: "t", title: "Tea", list: list), user: "ben"),
            try .of(.update, list),
            try .of(.create, Todo(id: "u", title: "Milk", list: other)),
        ]
        #expect(sendable(entries) == [1, 2])
    }

    @Test func `the failure of one event pauses it alone, and failures of several pause all`() {
        let entropy = Entropy { Array(repeating: 0, count: $0) }
        var pauses = SendPauses()
        for (count, id) in ["a", "b", "c"].enumerated() {
            #expect(pauses.rest(at: .zero) == nil && pauses.isDoubtful == false, "after \(count) failures")
            pauses.fail(id, isGeneral: false, told: .seconds(3), at: .zero, entropy)
            #expect(pauses.readiness(of: id, at: .zero) == .waits)
            #expect(pauses.readiness(of: id, at: .seconds(3)) == .afterOthers)
        }
        #expect(pauses.isDoubtful && pauses.rest(at: .zero) == .seconds(3))
        #expect(pauses.readiness(of: "d", at: .zero) == .ready)
        pauses.succeed()
        #expect(!pauses.isDoubtful && pauses.rest(at: .zero) == nil)
        #expect(pauses.nextEnd(after: .seconds(1)) == .seconds(3))
        pauses.forget("a")
        #expect(pauses.readiness(of: "a", at: .zero) == .ready)
        pauses.wake()
        #expect(pauses.nextEnd(after: .zero) == nil)
    }

    @Test func `failures of the network in one pause are one failure`() {
        let entropy = Entropy { Array(repeating: 0, count: $0) }
        var pauses = SendPauses()
        for id in ["a", "b", "c", "d"] { pauses.fail(id, isGeneral: true, told: nil, at: .zero, entropy) }
        #expect(pauses.rest(at: .zero) == .milliseconds(200))
        pauses.fail("a", isGeneral: true, told: nil, at: .seconds(1), entropy)
        #expect(pauses.rest(at: .seconds(1)) == .milliseconds(400))
    }
}
