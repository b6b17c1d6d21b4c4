// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import Foundation
import Synchronization

/// A folder for the files of a measurement.
struct DeviceFolder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "gatehouse-bench-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { url.appending(path: name).path }

    func remove() { try? FileManager.default.removeItem(at: url) }
}

/// The DataStore of a device, in this process.
struct NoteDevice {
    /// The file of the store in the folder.
    static let file = "store/DataStore.sqlite"

    let dataStore: AWSDataStorePlugin

    /// Makes the plugin; the first call opens the store in the folder.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - models: the models.
    ///   - api: the API plugin; nil if the records stay on the device.
    ///   - events: receives the events and the errors.
    /// - Throws: the error of the configuration.
    init(
        _ folder: DeviceFolder, models: [ModelSchema] = [Note.schema], api: (any APICategoryPlugin)? = nil,
        events: AwaitedEvents? = nil
    ) throws {
        dataStore = AWSDataStorePlugin(
            modelRegistration: NoteModels(),
            configuration: .custom(
                errorHandler: { events?.fail($0) }, syncMaxRecords: UInt(Int32.max), disableSubscriptions: { true }),
            folder: folder.path("store"), models: models, api: api, session: DataStoreSession(user: { nil }),
            report: { events?.take($0) })
        try dataStore.configure(using: nil)
    }

    /// Closes the store.
    func end() async { await dataStore.reset() }

    /// Saves records, each in a task of its own.
    func saveAtOnce(_ notes: [Note]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for note in notes {
                group.addTask { [dataStore] in try await dataStore.save(note) }
            }
            try await group.waitForAll()
        }
    }

    /// The records of a category.
    func notes(in category: String) async throws -> [Note] {
        try await dataStore.query(Note.self, where: Note.keys.category.eq(category))
    }

    /// Makes a store with records in a folder without one.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - count: the number of records, `DataStoreSizes.found` of each category.
    ///   - text: the text of each record.
    /// - Throws: the error of the store.
    static func fill(_ folder: DeviceFolder, _ count: Int, text: String) async throws {
        let device = try NoteDevice(folder)
        guard try await device.notes(in: "").isEmpty else { throw IncompleteAnswer(from: "a new store") }
        await device.end()
        let file = try PlainSQLite(folder.path(file), isOfDataStore: true)
        try file.fill(count, text: text)
        try file.close()
    }
}

/// Waits until an event of DataStore has come a number of times.
final class AwaitedEvents: Sendable {
    private let name: String
    private let expected: Int
    private let count = Atomic(0)
    private let ends: AsyncThrowingStream<Void, any Error>
    private let end: AsyncThrowingStream<Void, any Error>.Continuation

    init(_ name: String, _ expected: Int = 1) {
        self.name = name
        self.expected = expected
        (ends, end) = AsyncThrowingStream.makeStream(of: Void.self)
    }

    func take(_ payload: HubPayload) {
        guard payload.eventName == name else { return }
        if count.add(1, ordering: .relaxed).newValue == expected { end.finish() }
    }

    func fail(_ error: any Error) { end.finish(throwing: error) }

    /// Waits for the events, for one caller.
    ///
    /// - Throws: the first error that DataStore has reported before.
    func wait() async throws {
        for try await _ in ends {}
    }
}
