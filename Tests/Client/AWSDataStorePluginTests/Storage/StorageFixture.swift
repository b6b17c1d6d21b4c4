// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GRDB
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin

/// A model of which only these tests know.
struct StorageNote: Model {
    let id: String
    var text: String
    var done: Bool?

    enum CodingKeys: String, ModelKey {
        case id, text, done
    }

    static let schema = makeSchema([
        ModelField(name: "id", type: .string, isRequired: true),
        ModelField(name: "text", type: .string, isRequired: true), ModelField(name: "done", type: .bool),
    ])

    /// A version of the model with other fields or another key.
    static func makeSchema(_ fields: [ModelField], key: [String] = ["id"]) -> ModelSchema {
        ModelSchema(
            name: modelName, fields: Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0) }),
            primaryKeyFieldKeys: key)
    }

    /// An event of a note that was created.
    static func event(
        _ id: String, _ text: String? = nil, _ type: MutationEvent.MutationType = .create
    ) -> MutationEvent {
        let text = text.map { #","text":"\#($0)""# } ?? ""
        return MutationEvent(
            id: "event-\(id)", modelId: id, modelName: modelName, json: #"{"id":"\#(id)"\#(text)}"#,
            mutationType: type)
    }
}

/// A place for stores, and a clock that stands at 2027-01-15T08:00:00Z.
struct StorageFixture {
    let folder: TemporaryFolder
    let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
        ModelRegistry.register(modelType: StorageNote.self)
    }

    var place: StorePlace { StorePlace(folder: folder.path("store"), name: "DataStore.sqlite") }

    func open(
        _ models: [ModelSchema] = [StorageNote.schema], version: String = "1", at place: StorePlace? = nil
    ) throws(DataStoreError) -> LocalStore {
        try LocalStore.open(place ?? self.place, models: models, version: version, clock: clock.clock).store
    }

    /// The problem for which the store is not opened.
    func refusal(_ location: SourceLocation = #_sourceLocation) -> StoreProblem? {
        do throws(DataStoreError) {
            try open().close()
            Issue.record("The store was opened.", sourceLocation: location)
            return nil
        } catch {
            guard case .invalidDatabase(place.path, let cause) = error else {
                Issue.record(error, sourceLocation: location)
                return nil
            }
            return cause as? StoreProblem
        }
    }

    /// The access rights of a file beside the database.
    func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Changes the bytes of the database, which is closed.
    func damage(_ change: (inout Data) -> Void) throws {
        let url = URL(filePath: place.path)
        var content = try Data(contentsOf: url)
        change(&content)
        try content.write(to: url)
    }
}

extension LocalStore {
    /// Adds rows to the table of notes.
    func insert(_ notes: [(id: String, text: String)]) async throws {
        try await write { writer in
            for note in notes {
                try writer.reader.database.execute(
                    sql: "INSERT INTO StorageNote (id, text) VALUES (?, ?)", arguments: [note.id, note.text])
            }
        }
    }

    /// The texts of all notes, by their identifiers.
    func texts() async throws -> [String] {
        try await read { reader in
            try String.fetchAll(reader.database, sql: "SELECT text FROM StorageNote ORDER BY id")
        }
    }

    /// Adds events to the outbox.
    func append(_ events: MutationEvent...) async throws {
        try await write { writer in
            for event in events { try writer.append(OutboxEntry(event: event, user: "ada", base: "{}")) }
        }
    }

    /// The identifiers of the outbox's events.
    func eventIDs() async throws -> [String] {
        try await read { reader in try reader.nextEvents(limit: 1_000).map(\.event.id) }
    }
}

/// The error of a call, which has to fail.
func dataStoreError(
    _ location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> DataStoreError? {
    do {
        try await body()
        Issue.record("The call has not failed.", sourceLocation: location)
        return nil
    } catch {
        return error as? DataStoreError
    }
}

/// The keys of the records of a stream's changes, when it has ended.
func keys(of changes: AsyncStream<RecordChange>) async -> [String] {
    var keys: [String] = []
    for await change in changes { keys.append(change.event.modelId) }
    return keys
}
