// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin

/// Saves of DataStore beside the same rows in plain SQLite, both on disk before a call returns.
enum LocalSaves {
    /// The parts in which DataStore and plain SQLite take turns, because the speed of a disk changes.
    private static let turns = 10
    /// The most saves that DataStore combines into one commit.
    private static let together = 256

    static func measure() async throws -> [Row] {
        [try await oneByOne(), try await withOutbox(), try await inTaskGroup()]
    }

    private static func oneByOne() async throws -> Row {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let (own, plain) = try await inTurns(try NoteDevice(folder), folder, withEvents: false)
        return row("\(DataStoreSizes.saves.grouped) saves, one by one", own, plain, "plain SQLite", atMost: 2)
    }

    /// Saves in an app with an API, which add events to the outbox, while nothing is sent.
    private static func withOutbox() async throws -> Row {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let device = try NoteDevice(folder, api: try LocalNoteService().plugin())
        try await device.dataStore.stop()
        let (own, plain) = try await inTurns(device, folder, withEvents: true)
        return row(
            "\(DataStoreSizes.saves.grouped) saves, one by one, with an outbox", own, plain,
            "plain SQLite with a second row", atMost: 2)
    }

    /// Seconds of all saves by DataStore and by plain SQLite.
    private static func inTurns(
        _ device: NoteDevice, _ folder: DeviceFolder, withEvents: Bool
    ) async throws -> (own: Double, plain: Double) {
        let sqlite = try PlainSQLite(folder.path("plain.sqlite"))
        // The first call opens the store.
        try await device.dataStore.save(Note(category: "first", rank: 0))
        var (own, plain) = (0.0, 0.0)
        for _ in 0..<turns {
            let notes = Note.made(DataStoreSizes.saves / turns)
            own += try await Stopwatch.seconds {
                for note in notes { try await device.dataStore.save(note) }
            }
            plain += try await Stopwatch.seconds { try sqlite.save(notes, withEvents: withEvents) }
        }
        await device.end()
        try sqlite.close()
        return (own, plain)
    }

    private static func inTaskGroup() async throws -> Row {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let device = try NoteDevice(folder)
        let sqlite = try PlainSQLite(folder.path("plain.sqlite"))
        try await device.dataStore.save(Note(category: "first", rank: 0))
        let notes = Note.made(DataStoreSizes.saves)
        let own = try await Stopwatch.seconds { try await device.saveAtOnce(notes) }
        let plain = try await Stopwatch.seconds { try await sqlite.saveAtOnce(notes) }
        let others = Note.made(DataStoreSizes.saves)
        let combined = try await Stopwatch.seconds {
            for start in stride(from: 0, to: others.count, by: together) {
                try sqlite.saveTogether(others[start..<min(start + together, others.count)])
            }
        }
        await device.end()
        try sqlite.close()
        return row(
            "\(DataStoreSizes.saves.grouped) saves in one task group", own, plain,
            "plain SQLite in a task group; \(microseconds(combined)) in transactions of \(together)", atMost: 1.5)
    }

    private static func row(
        _ name: String, _ own: Double, _ plain: Double, _ limit: String, atMost promise: Double
    ) -> Row {
        let ratio = own / plain
        return Row(
            name: "DataStore: " + name, result: microseconds(own) + " each", limit: "\(microseconds(plain)) (\(limit))",
            ratio: "\(ratio.rounded(2)) ×", promise: "≤ \(promise.rounded(1)) ×", holds: ratio <= promise)
    }

    /// The time of one of the saves.
    private static func microseconds(_ seconds: Double) -> String {
        "\((seconds / Double(DataStoreSizes.saves) * 1e6).rounded(0)) µs"
    }
}
