// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GRDB
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin

/// The files of a store, and the refusals of an opening.
@Suite(.hangLimit) struct StoreOpeningTests {
    private let fixture: StorageFixture
    private var place: StorePlace { fixture.place }

    init() throws {
        fixture = try StorageFixture()
    }

    @Test(arguments: [["Note", "note"], ["mutationevent"], ["sqlite_note"]])
    func `models whose tables SQLite would take for one are refused with a sentence`(names: [String]) throws {
        let id = ModelField(name: "id", type: .string, isRequired: true)
        let models = names.map { ModelSchema(name: $0, fields: ["id": id], primaryKeyFieldKeys: ["id"]) }
        let error = #expect(throws: DataStoreError.self) { try fixture.open(models) }
        #expect(error?.caseName == "configuration")
        #expect(error?.errorDescription.contains(names.last ?? "") == true)
    }

    @Test func `a new store is for its owner alone`() async throws {
        let store = try fixture.open()
        try await store.insert([("1", "first")])
        #expect(try fixture.mode(place.folder) == 0o700)
        for file in StorePlace.endings.map({ place.path + $0 }) + [place.lockPath] {
            #expect(try fixture.mode(file) == 0o600, "\(file)")
        }
        #expect(store.opening.setAside == nil)
        #expect(store.opening.modelsToSync.isEmpty)
        try store.close()
    }

    @Test func `an existing store loses the access of other users`() throws {
        try fixture.open().close()
        // A program that was killed has left the log and its index.
        for ending in ["-wal", "-shm"] { try Data().write(to: URL(filePath: place.path + ending)) }
        for file in StorePlace.endings.map({ place.path + $0 }) {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.folder)
        let store = try fixture.open()
        for file in StorePlace.endings.map({ place.path + $0 }) {
            #expect(try fixture.mode(file) == 0o600, "\(file)")
        }
        #expect(try fixture.mode(place.folder) == 0o700)
        try store.close()
    }

    @Test func `the standard place is a folder of the app's own`() {
        let place = StorePlace.standard(app: "notes")
        #expect(place.folder.contains("/notes/datastore"))
        #expect(place != StorePlace.standard(app: "mail"))
    }

    @Test func `the rows of a write are there at the next opening`() async throws {
        let store = try fixture.open()
        try await store.insert([("1", "first")])
        try await store.write(.process) { writer in
            try writer.reader.database.execute(sql: "UPDATE StorageNote SET text = 'second'")
        }
        try store.close()
        let next = try fixture.open()
        #expect(try await next.texts() == ["second"])
        try next.close()
    }

    @Test func `a copy of the files during use has what was committed, as after a kill`() async throws {
        let store = try fixture.open()
        try await store.insert([("1", "first")])
        try await store.append(StorageNote.event("1", "first"))
        let copy = StorePlace(folder: fixture.folder.path("copy"), name: "DataStore.sqlite")
        try FileManager.default.createDirectory(atPath: copy.folder, withIntermediateDirectories: false)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: place.path + ending, toPath: copy.path + ending)
        }
        let next = try fixture.open(at: copy)
        #expect(try await next.texts() == ["first"])
        #expect(try await next.eventIDs() == ["event-1"])
        #expect(next.opening.setAside == nil)
        try next.close()
        try store.close()
    }

    @Test func `a second opening is refused with the process and the lock, until the first is closed`() throws {
        let store = try fixture.open()
        let problem = try #require(fixture.refusal())
        #expect(problem.kind == .inUse)
        #expect(problem.description.contains("this process"))
        #expect(problem.description.contains(place.lockPath))
        try store.close()
        try fixture.open().close()
    }

    @Test func `another process is named by its number`() throws {
        let problem = StoreProblem.inUse(place, by: 4_711)
        #expect(problem.description.contains("the process 4711"))
    }

    @Test func `a closed store refuses calls and stays closed`() async throws {
        let store = try fixture.open()
        try store.close()
        try store.close()
        for error in [
            await dataStoreError { _ = try await store.texts() },
            await dataStoreError { try await store.insert([("1", "first")]) },
            await dataStoreError { try await store.clear() },
        ] {
            let found = try #require(error)
            guard case .invalidOperation(let cause) = found else { throw found }
            #expect((cause as? StoreProblem)?.kind == .closed)
        }
    }

    @Test func `a store of a newer format is refused and stays as it is`() async throws {
        let store = try fixture.open()
        try await store.insert([("1", "first")])
        try await store.write { writer in
            try SystemTables.setValue("\(SystemTables.format + 1)", of: .format, in: writer.reader.database)
        }
        try store.close()
        let problem = try #require(fixture.refusal())
        #expect(problem.kind == .newerFormat)
        #expect(problem.description.contains("the format \(SystemTables.format + 1)"))
        let rows = try await DatabaseQueue(path: place.path).read { database in
            try String.fetchAll(database, sql: "SELECT text FROM StorageNote")
        }
        #expect(rows == ["first"])
    }

    @Test func `a database of another program is refused`() throws {
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
        let other = try DatabaseQueue(path: place.path)
        try other.write { database in try database.execute(sql: "CREATE TABLE things (id INTEGER)") }
        try other.close()
        #expect(fixture.refusal()?.kind == .foreign)
        let files = try FileManager.default.contentsOfDirectory(atPath: place.folder)
        #expect(!files.contains { $0.contains("damaged") })
    }

    @Test func `a folder in the place of the file is refused`() throws {
        try FileManager.default.createDirectory(atPath: place.path, withIntermediateDirectories: true)
        let problem = try #require(fixture.refusal())
        #expect(problem.kind == .foreign)
        #expect(problem.description.contains("is a folder"))
    }

    @Test func `a file in the place of the folder is refused`() throws {
        try Data().write(to: URL(filePath: place.folder))
        #expect(fixture.refusal()?.kind == .inputOutput)
    }
}
