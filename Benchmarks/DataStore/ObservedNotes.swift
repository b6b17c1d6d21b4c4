// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify

/// The processor time of an observed query while all of its records change.
enum ObservedNotes {
    private typealias Snapshots = AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<Note>>

    private static let limit = 50.0

    /// The time with an observer, less the time of the same saves without one.
    static func measure() async throws -> Row {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let device = try NoteDevice(folder)
        var notes = Note.made(DataStoreSizes.observed)
        try await device.saveAtOnce(notes)
        let query = try await fullQuery(device)
        var alone: [Double] = []
        for _ in 0..<DataStoreSizes.rounds {
            moveUp(&notes)
            let before = Stopwatch.processorTime
            try await device.saveAtOnce(notes)
            alone.append(Stopwatch.processorTime - before)
        }
        let sequence = device.dataStore.observeQuery(for: Note.self, sort: .ascending(Note.keys.rank))
        var snapshots = sequence.makeAsyncIterator()
        _ = try await read(&snapshots, until: notes[0].rank)
        var observed: [(time: Double, snapshots: Int)] = []
        for _ in 0..<DataStoreSizes.rounds {
            moveUp(&notes)
            let before = Stopwatch.processorTime
            let changed = notes
            async let saving: Void = device.saveAtOnce(changed)
            let count = try await read(&snapshots, until: notes[0].rank)
            try await saving
            observed.append((Stopwatch.processorTime - before, count))
        }
        sequence.cancel()
        await device.end()
        let middle = DataStoreSizes.rounds / 2
        let with = observed.sorted { $0.time < $1.time }[middle]
        let time = max(0, with.time - alone.sorted()[middle])
        return row(time: time, query: query, snapshots: with.snapshots)
    }

    private static func row(time: Double, query: Double, snapshots: Int) -> Row {
        let milliseconds = time * 1e3
        // As many full queries would take this time if the observation did nothing else.
        let queries = Int(time / max(query, 1e-6))
        return Row(
            name: "DataStore: `observeQuery` of \(DataStoreSizes.observed.grouped) records, all changed at once",
            result: "\(milliseconds.rounded(1)) ms, \(snapshots) snapshots read, at most \(queries) full queries",
            limit: "\((query * 1e3).rounded(1)) ms (a full query)", ratio: "\((milliseconds / limit).rounded(2)) ×",
            promise: "≤ \(limit.rounded(0)) ms, no query a change",
            holds: milliseconds <= limit && queries < DataStoreSizes.observed)
    }

    /// Changes each record, and its place in the order.
    private static func moveUp(_ notes: inout [Note]) {
        for index in notes.indices { notes[index].rank += notes.count }
    }

    /// Reads snapshots until the first record, and so each, has at least a rank.
    ///
    /// - Returns: the number of snapshots.
    private static func read(_ snapshots: inout Snapshots.Iterator, until rank: Int) async throws -> Int {
        var count = 0
        while let snapshot = try await snapshots.next() {
            count += 1
            if snapshot.items.count == DataStoreSizes.observed, snapshot.items[0].rank >= rank { return count }
        }
        throw IncompleteAnswer(from: "observeQuery")
    }

    /// The processor time of a query for all records in the same order.
    private static func fullQuery(_ device: NoteDevice) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<DataStoreSizes.rounds * 2 + 1 {
            let before = Stopwatch.processorTime
            let notes = try await device.dataStore.query(Note.self, sort: .ascending(Note.keys.rank))
            guard notes.count == DataStoreSizes.observed else { throw IncompleteAnswer(from: "the store") }
            times.append(Stopwatch.processorTime - before)
        }
        return times.sorted()[times.count / 2]
    }
}
