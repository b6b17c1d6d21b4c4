// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataStores

/// How far a reader has read the change log: one stream of numbers for each process that writes.
///
/// Numbers are given before transactions begin, so a change can become visible after one with a greater number. A reader
/// that remembered only the greatest number would skip it. This one remembers each number above the first missing one,
/// and reads from there again, until the process itself says in its mark that nothing before is open any more. Then a
/// missing number was rolled back. So a change is not skipped, however long its transaction stays open; and a process
/// that has died holds its stream for as long as its mark counts.
///
/// Sequences and the engine's numbers of transactions are not used, because not every engine has them; a number in a row
/// that each mutation changes would let mutations wait for one another.
struct ChangePositions: Hashable, Sendable {
    private struct Stream: Hashable {
        /// All changes up to this number were read or have been rolled back.
        var floor: Int
        /// The changes above that were read.
        var seen: Set<Int> = []

        /// Moves the floor up: to a number, and beyond it as far as all changes were read.
        mutating func raise(to number: Int) {
            if number > floor {
                floor = number
                seen = seen.filter { $0 > number }
            }
            while seen.remove(floor + 1) != nil { floor += 1 }
        }
    }

    /// The most changes that are read in one transaction, and that wait for a reader.
    static let most = 20_000
    /// The changes that one statement finds.
    private static let step = 1_000

    private var streams: [String: Stream] = [:]

    /// Reads where the log ends: what the transaction sees is not news later.
    ///
    /// - Throws: `TooManyChanges`, or the error of the store.
    init(atEndOf reader: any ChangeLogReading, at now: Int) throws {
        var count = 0
        for mark in try reader.changeMarks() {
            var stream = Stream(floor: mark.openNumber - 1)
            _ = try Self.read(reader, mark, into: &stream, at: now, &count)
            streams[mark.node] = stream
        }
    }

    /// Reads what has become visible since the last call.
    ///
    /// - Returns: the news, those of each record in the order of their commits.
    /// - Throws: `TooManyChanges`, or the error of the store.
    mutating func advance(_ reader: any ChangeLogReading, at now: Int) throws -> [ChangeHead] {
        let known = streams
        streams = [:]
        var news: [ChangeHead] = []
        var count = 0
        for mark in try reader.changeMarks() {
            // All changes of a process that was not there before are news.
            var stream = known[mark.node] ?? Stream(floor: 0)
            news += try Self.read(reader, mark, into: &stream, at: now, &count)
            streams[mark.node] = stream
        }
        // All of them are of one snapshot: a change is there with the one that it replaces. The times and versions of a
        // record grow with its changes, on whichever process they are made.
        return news.sorted { one, other in
            (one.changedAt, one.version, one.place.node, one.place.number)
                < (other.changedAt, other.version, other.place.node, other.place.number)
        }
    }

    private static func read(
        _ reader: any ChangeLogReading, _ mark: ChangeMark, into stream: inout Stream, at now: Int, _ count: inout Int
    ) throws -> [ChangeHead] {
        var news: [ChangeHead] = []
        var last = stream.floor
        while true {
            let heads = try reader.changeHeads(of: mark.node, after: last, limit: step)
            count += heads.count
            guard count <= most else { throw TooManyChanges() }
            for head in heads where stream.seen.insert(head.place.number).inserted { news.append(head) }
            guard heads.count == step, let end = heads.last else { break }
            last = end.place.number
        }
        // Nothing waits for a process that has been silent for so long.
        stream.raise(to: mark.isFresh(at: now) ? mark.openNumber - 1 : stream.seen.max() ?? stream.floor)
        return news
    }
}

/// The error of a reader of the change log that is too far behind.
struct TooManyChanges: Error {}
