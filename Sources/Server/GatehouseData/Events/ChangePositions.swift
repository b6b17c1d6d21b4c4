// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataStores

/// How far a reader has read the change log: one stream of numbers for each process that writes.
///
/// Numbers are given before transactions begin, so a change can become visible after one with a greater number. A reader
/// that remembered only the greatest number would skip it. This one remembers the missing numbers, too, and asks for them
/// again, until the process itself says in its mark that they are not open any more: then they were rolled back. So a
/// change is not skipped, however long its transaction stays open. The numbers of a process that has died stay missing as
/// long as its mark counts.
///
/// Sequences and the engine's numbers of transactions are not used, because not every engine has them; a number in a row
/// that each mutation changes would let mutations wait for one another.
struct ChangePositions: Hashable, Sendable {
    private struct Stream: Hashable {
        /// The greatest number that was read.
        var last: Int
        /// The lesser numbers that were not read, and may be open.
        var missing: Set<Int> = []
    }

    /// The most changes that are read in one transaction, and that wait for a reader.
    static let most = 20_000
    /// The changes that one statement finds.
    private static let step = 1_000

    private var streams: [String: Stream] = [:]

    /// Reads where the log ends.
    ///
    /// Later calls leave out the changes that this transaction sees.
    ///
    /// - Throws: `TooManyChanges`, or the error of the store.
    init(atEndOf reader: any ChangeLogReading, at now: Int) throws {
        var count = 0
        for mark in try reader.changeMarks() {
            var stream = Stream(last: mark.openNumber - 1)
            _ = try Self.read(reader, mark, into: &stream, at: now, &count)
            streams[mark.node] = stream
        }
    }

    /// Reads what has become visible since the last call.
    ///
    /// - Returns: the new changes. Changes of one record are in the order of their commits.
    /// - Throws: `TooManyChanges`, or the error of the store.
    mutating func advance(_ reader: any ChangeLogReading, at now: Int) throws -> [ChangeHead] {
        let known = streams
        streams = [:]
        var news: [ChangeHead] = []
        var count = 0
        for mark in try reader.changeMarks() {
            // All changes of a process that was not there before are news.
            var stream = known[mark.node] ?? Stream(last: 0)
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

    /// Reads the news of one process; `count` is the number of changes in this transaction.
    private static func read(
        _ reader: any ChangeLogReading, _ mark: ChangeMark, into stream: inout Stream, at now: Int, _ count: inout Int
    ) throws -> [ChangeHead] {
        var news: [ChangeHead] = []
        if !stream.missing.isEmpty {
            news = try reader.changeHeads(of: mark.node, numbers: stream.missing.sorted())
        }
        stream.missing.subtract(news.map(\.place.number))
        // Nothing is open in a process that has been silent for long.
        let ended = mark.isFresh(at: now) ? mark.openNumber - 1 : Int.max
        stream.missing = stream.missing.filter { $0 > ended }
        while true {
            let heads = try reader.changeHeads(of: mark.node, after: stream.last, limit: step)
            for head in heads {
                let (number, first) = (head.place.number, max(stream.last, ended))
                if first < number { stream.missing.formUnion((first + 1)..<number) }
                stream.last = number
            }
            news += heads
            guard count + news.count <= most, stream.missing.count <= most else { throw TooManyChanges() }
            guard heads.count == step else { break }
        }
        count += news.count
        return news
    }
}

/// The error of a reader of the change log that is too far behind.
struct TooManyChanges: Error {}
