// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import Foundation

/// Syncs with a service in this process, which makes answers of any length at once.
enum NoteSyncs {
    private static let perSecond = 10_000.0
    private static let growth = 64.0
    private static let longestDelta = 100.0
    /// The records of a page, and of a transaction of plain SQLite.
    private static let page = 1_000

    // MARK: - The first sync

    /// The first sync of many records of about a kilobyte into an empty store, and how much the process grows during it.
    static func first() async throws -> Row {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let service = LocalNoteService(records: DataStoreSizes.synced)
        let events = AwaitedEvents(HubPayload.EventName.DataStore.ready)
        let device = try NoteDevice(folder, api: try service.plugin(), events: events)
        // The store is open, and nothing is exchanged yet.
        try await device.dataStore.stop()
        guard try await device.notes(in: "category-0").isEmpty else { throw IncompleteAnswer(from: "a new store") }
        let before = MeasuredProcess(id: ProcessInfo.processInfo.processIdentifier).residentMemory
        let seconds = try await Stopwatch.seconds {
            try await device.dataStore.start()
            try await events.wait()
        }
        let last = try await device.dataStore.query(
            Note.self, byIdentifier: NoteService.key(DataStoreSizes.synced - 1))
        guard last != nil else { throw IncompleteAnswer(from: "the first sync") }
        await device.end()
        let rate = Double(DataStoreSizes.synced) / seconds
        let plain = try plainRate(folder)
        let more = service.peakMemory - before
        return Row(
            name: "DataStore: first sync of \(DataStoreSizes.synced.grouped) records of 1 KB",
            result: "\(rate.rounded(0))/s, \(more.rounded(1)) MiB more memory",
            limit: "\(plain.rounded(0))/s (plain SQLite, \(page.grouped) in a transaction)",
            ratio: "\((rate / plain * 100).rounded(0)) %",
            promise: "≥ \(perSecond.rounded(0))/s, ≤ \(growth.rounded(0)) MiB",
            holds: rate >= perSecond && more <= growth)
    }

    /// The rows that plain SQLite stores in a second.
    private static func plainRate(_ folder: DeviceFolder) throws -> Double {
        let sqlite = try PlainSQLite(folder.path("plain.sqlite"))
        let clock = ContinuousClock()
        var time = Duration.zero
        let pages = max(1, DataStoreSizes.synced / page)
        for _ in 0..<pages {
            let notes = Note.made(page)
            time += try clock.measure { try sqlite.saveTogether(notes) }
        }
        try sqlite.close()
        return Double(pages * page) / time.seconds
    }

    // MARK: - A later sync

    /// The start of an app whose records have not changed since the last time.
    static func later() async throws -> Row {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        _ = try await synced(folder)
        var times: [Double] = []
        var requests = 0
        for _ in 0..<DataStoreSizes.rounds {
            let (time, count) = try await synced(folder)
            times.append(time * 1e3)
            requests = max(requests, count)
        }
        let time = times.sorted()[times.count / 2]
        return Row(
            name: "DataStore: sync of \(DataStoreSizes.models) models without changes",
            result: "\(requests) requests, \(time.rounded(1)) ms of the processor",
            limit: "\(DataStoreSizes.models) requests, \(longestDelta.rounded(0)) ms",
            ratio: "\((time / longestDelta).rounded(2)) ×",
            promise: "≤ \(DataStoreSizes.models) requests, ≤ \(longestDelta.rounded(0)) ms",
            holds: requests <= DataStoreSizes.models && time <= longestDelta)
    }

    /// Syncs all models, with the opening of the store.
    ///
    /// - Returns: the processor time and the number of requests.
    private static func synced(_ folder: DeviceFolder) async throws -> (time: Double, requests: Int) {
        let models = (1...DataStoreSizes.models).map { Note.definition(named: "Kind\($0)") }
        let service = LocalNoteService()
        let events = AwaitedEvents(HubPayload.EventName.DataStore.ready)
        let device = try NoteDevice(folder, models: models, api: try service.plugin(), events: events)
        let before = Stopwatch.processorTime
        try await device.dataStore.start()
        try await events.wait()
        let time = Stopwatch.processorTime - before
        await device.end()
        return (time, service.requests)
    }
}
