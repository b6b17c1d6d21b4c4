// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import Testing

@testable import GatehouseData

/// Reads of a change log whose transactions end in another order than their numbers.
@Suite
struct ChangePositionsTests {
    private static let now = 1_000_000

    @Test
    func `a change whose transaction stays open over several reads is not skipped`() throws {
        var log = ScriptedLog()
        log.mark("a", open: 1)
        var positions = try ChangePositions(atEndOf: log, at: Self.now)
        log.commit("a", 2)
        #expect(try positions.advance(log, at: Self.now).numbers == [2])
        log.commit("a", 3)
        // The process says again and again that its first change is open.
        log.mark("a", open: 1)
        #expect(try positions.advance(log, at: Self.now).numbers == [3])
        #expect(try positions.advance(log, at: Self.now).numbers == [])
        log.commit("a", 1)
        #expect(try positions.advance(log, at: Self.now).numbers == [1])
        #expect(try positions.advance(log, at: Self.now).numbers == [])
    }

    @Test
    func `a change that was open when a reader began is news, and those before are not`() throws {
        var log = ScriptedLog()
        log.mark("a", open: 3)
        for number in [1, 2, 4] { log.commit("a", number) }
        var positions = try ChangePositions(atEndOf: log, at: Self.now)
        #expect(try positions.advance(log, at: Self.now).numbers == [])
        log.commit("a", 3)
        log.commit("a", 5)
        #expect(try positions.advance(log, at: Self.now).numbers == [3, 5])
    }

    @Test
    func `a number that was rolled back is not waited for after the mark of its process`() throws {
        var log = ScriptedLog()
        log.mark("a", open: 1)
        var positions = try ChangePositions(atEndOf: log, at: Self.now)
        log.commit("a", 2)
        _ = try positions.advance(log, at: Self.now)
        #expect(try positions != ChangePositions(atEndOf: log.having("a", open: 3), at: Self.now))
        log.mark("a", open: 3)
        _ = try positions.advance(log, at: Self.now)
        // Nothing is remembered of the numbers before.
        #expect(try positions == ChangePositions(atEndOf: log, at: Self.now))
    }

    @Test
    func `a process that is silent for longer than its mark counts is not waited for`() throws {
        var log = ScriptedLog()
        log.mark("a", open: 1, seenAt: Self.now)
        var positions = try ChangePositions(atEndOf: log, at: Self.now)
        log.commit("a", 2)
        let later = Self.now + ChangeMark.life
        #expect(try positions.advance(log, at: later).numbers == [2])
        var waiting = positions
        _ = try positions.advance(log, at: later + 1)
        log.commit("a", 1)
        #expect(try waiting.advance(log, at: later).numbers == [1])
        #expect(try positions.advance(log, at: later + 1).numbers == [])
    }

    @Test
    func `all changes of a process that begins after the reader are news`() throws {
        var log = ScriptedLog()
        log.mark("a", open: 1)
        var positions = try ChangePositions(atEndOf: log, at: Self.now)
        log.mark("b", open: 2)
        log.commit("b", 1)
        #expect(try positions.advance(log, at: Self.now).map(\.place.node) == ["b"])
    }

    @Test
    func `the changes of a record are in the order of their versions, on whichever process they were made`() throws {
        var log = ScriptedLog()
        log.mark("a", open: 1)
        log.mark("b", open: 1)
        var positions = try ChangePositions(atEndOf: log, at: Self.now)
        log.commit("b", 1, at: 5, version: 1)
        // The clock of this process is behind, so that the record keeps its time.
        log.commit("a", 1, at: 5, version: 2)
        log.commit("b", 2, at: 5, version: 3)
        log.commit("a", 2, at: 6, version: 4)
        #expect(try positions.advance(log, at: Self.now).map(\.version) == [1, 2, 3, 4])
    }

    @Test
    func `a log of more than a step is read to its end, and one beyond the bound is not read`() throws {
        var log = ScriptedLog()
        log.mark("a", open: 1)
        let start = try ChangePositions(atEndOf: log, at: Self.now)
        for number in 1...2_500 { log.commit("a", number) }
        var positions = start
        #expect(try positions.advance(log, at: Self.now).count == 2_500)
        for number in 2_501...(ChangePositions.most + 1) { log.commit("a", number) }
        positions = start
        #expect(throws: TooManyChanges.self) { try positions.advance(log, at: Self.now) }
    }
}

/// A log whose rows become visible when a test wants it.
private struct ScriptedLog: ChangeLogReading {
    var marks: [String: ChangeMark] = [:]
    /// The changes in the order in which they became visible.
    var heads: [ChangeHead] = []

    mutating func mark(_ node: String, open number: Int, seenAt time: Int = 1_000_000) {
        marks[node] = ChangeMark(
            node: node, round: (marks[node]?.round ?? 0) + 1, seenAt: time, openNumber: number, openTime: time)
    }

    mutating func commit(_ node: String, _ number: Int, at time: Int? = nil, version: Int = 1) {
        heads.append(
            ChangeHead(
                place: LoggedChange.Place(node: node, number: number), api: "one", model: "Todo", kind: .update,
                version: version, changedAt: time ?? number, bytes: 10))
    }

    /// The log with another mark.
    func having(_ node: String, open number: Int) -> ScriptedLog {
        var log = self
        log.mark(node, open: number)
        return log
    }

    func changeMarks() -> [ChangeMark] { marks.values.sorted { $0.node < $1.node } }

    func changeHeads(of node: String, after number: Int, limit: Int) -> [ChangeHead] {
        let found = heads.filter { $0.place.node == node && $0.place.number > number }
        return Array(found.sorted { $0.place.number < $1.place.number }.prefix(limit))
    }

    func changeHeads(of node: String, numbers: [Int]) -> [ChangeHead] {
        heads.filter { $0.place.node == node && numbers.contains($0.place.number) }
    }

    func loggedChanges(of node: String, numbers: [Int]) -> [LoggedChange] { [] }
}

extension [ChangeHead] {
    fileprivate var numbers: [Int] { map(\.place.number) }
}
