// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin

/// Queries of DataStore by an indexed field, beside the same SQL with plain rows.
enum LocalQueries {
    private static let longestQuery = 3.0
    private static let longestStart = 100.0

    /// A query in an open store, until the first record of its result is there to be shown.
    static func query() async throws -> Row {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        try await NoteDevice.fill(folder, DataStoreSizes.queried, text: LocalAPI.text)
        let device = try NoteDevice(folder)
        let sqlite = try PlainSQLite(folder.path(NoteDevice.file), isOfDataStore: true)
        var (own, plain): ([Double], [Double]) = ([], [])
        for number in 0..<DataStoreSizes.queries {
            own.append(try await seconds(number) { try await device.notes(in: $0) })
            plain.append(try await seconds(number) { try sqlite.notes(in: $0) })
        }
        await device.end()
        try sqlite.close()
        return row(
            "query of \(DataStoreSizes.found) of \(DataStoreSizes.queried.grouped) by an indexed field", own, plain,
            atMost: longestQuery)
    }

    /// The first query of an app, which opens the store.
    static func start() async throws -> Row {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        try await NoteDevice.fill(folder, DataStoreSizes.stored, text: "A note that an app shows in a list.")
        var (own, plain): ([Double], [Double]) = ([], [])
        for number in 0..<DataStoreSizes.rounds {
            let device = try NoteDevice(folder)
            own.append(try await seconds(number) { try await device.notes(in: $0) })
            await device.end()
            plain.append(
                try await seconds(number) { category in
                    let sqlite = try PlainSQLite(folder.path(NoteDevice.file), isOfDataStore: true)
                    return try sqlite.notes(in: category)
                })
        }
        return row(
            "start with \(DataStoreSizes.stored.grouped) records and the first query", own, plain,
            atMost: longestStart)
    }

    /// The seconds of a query for a category.
    private static func seconds(
        _ number: Int, _ query: (_ category: String) async throws -> [Note]
    ) async throws -> Double {
        let category = "category-\(number)"
        return try await Stopwatch.seconds {
            let notes = try await query(category)
            guard notes.count == DataStoreSizes.found, notes[0].category == category else {
                throw IncompleteAnswer(from: "the store")
            }
        }
    }

    private static func row(_ name: String, _ own: [Double], _ plain: [Double], atMost milliseconds: Double) -> Row {
        let (own, plain) = (own.sorted()[own.count / 2] * 1e3, plain.sorted()[plain.count / 2] * 1e3)
        return Row(
            name: "DataStore: " + name, result: "\(own.rounded(2)) ms",
            limit: "\(plain.rounded(2)) ms (plain SQLite)", ratio: "\((own / plain).rounded(2)) ×",
            promise: "≤ \(milliseconds.rounded(0)) ms", holds: own <= milliseconds)
    }
}
