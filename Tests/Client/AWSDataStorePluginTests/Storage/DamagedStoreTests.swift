// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GRDB
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin

/// Databases that are not sound any more.
@Suite(.hangLimit) struct DamagedStoreTests {
    /// What has happened to a file.
    enum Damage: CaseIterable, Sendable {
        case zeroedHeader, garbage, cut, shortened

        func apply(to content: inout Data) {
            switch self {
            case .zeroedHeader: content.replaceSubrange(0..<100, with: Data(count: 100))
            case .garbage: content = Data(repeating: 0xA5, count: 20_000)
            case .cut: content = content.prefix(content.count / 2 / 4_096 * 4_096)
            case .shortened: content = content.prefix(1_000)
            }
        }
    }

    private static let aside = "DataStore.sqlite-damaged-20270115T080000Z"
    private let fixture: StorageFixture
    private var place: StorePlace { fixture.place }

    init() throws {
        fixture = try StorageFixture()
    }

    /// Makes a closed store whose outbox is at the beginning of the file, and its notes at the end.
    private func makeStore() async throws {
        let store = try fixture.open()
        try await store.append(
            StorageNote.event("a", "created"), StorageNote.event("b", "changed", .update),
            StorageNote.event("c", "gone", .delete))
        try await store.write { writer in
            for (key, version) in [("a", 1), ("b", 7)] {
                try writer.put(
                    MutationSyncMetadata(
                        modelId: key, modelName: StorageNote.modelName, deleted: false, lastChangedAt: 5,
                        version: version))
            }
        }
        let text = String(repeating: "text ", count: 200)
        try await store.insert((0..<1_000).map { (id: "note-\($0)", text: text) })
        try store.close()
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: place.folder + "/" + name)
    }

    @Test(arguments: Damage.allCases)
    func `a damaged store is set aside and a new one begins with a full sync`(damage: Damage) async throws {
        try await makeStore()
        try fixture.damage(damage.apply)
        let store = try fixture.open()
        #expect(store.opening.setAside == place.folder + "/" + Self.aside)
        #expect(exists(Self.aside))
        #expect(store.opening.modelsToSync == [StorageNote.modelName])
        #expect(!exists("DataStore.sqlite.new"))
        try await store.insert([("1", "new")])
        #expect(try await store.texts().contains("new"))
        try store.close()
        let next = try fixture.open()
        #expect(next.opening.setAside == nil)
        #expect(try await next.texts().contains("new"))
        try next.close()
    }

    @Test(arguments: [Damage.cut, .zeroedHeader])
    func `a readable outbox is in the new store, with its records and versions`(damage: Damage) async throws {
        try await makeStore()
        try fixture.damage(damage.apply)
        let store = try fixture.open()
        #expect(store.opening.rescuedEvents == 3)
        #expect(store.opening.unreadableEvents.isEmpty)
        #expect(try await store.eventIDs() == ["event-a", "event-b", "event-c"])
        #expect(try await store.texts() == ["created", "changed"])
        let (entry, versions) = try await store.read { reader in
            let versions = try ["a", "b", "c"].map { key in
                try reader.metadata(of: StorageNote.modelName, key: key)?.version
            }
            return (try reader.event(id: "event-b"), versions)
        }
        #expect(versions == [1, 7, nil])
        #expect(entry?.user == "ada")
        #expect(entry?.base == "{}")
        #expect(entry?.event.mutationType == "update")
        try store.close()
    }

    @Test func `an event that is in the damaged outbox twice is in the new one once`() async throws {
        try await makeStore()
        let other = try DatabaseQueue(path: place.path)
        try await other.write { database in
            try database.execute(
                sql: """
                    ALTER TABLE MutationEvent RENAME TO Former;
                    CREATE TABLE MutationEvent AS SELECT * FROM Former;
                    INSERT INTO MutationEvent SELECT sequence + 100, id, modelId, modelName, json, mutationType, createdAt,
                    version, inProcess, graphQLFilterJSON, user, attempts, lastError, base, isUnreadable FROM Former;
                    """)
        }
        try other.close()
        try fixture.damage(Damage.zeroedHeader.apply)
        let store = try fixture.open()
        #expect(store.opening.rescuedEvents == 3)
        #expect(try await store.eventIDs() == ["event-a", "event-b", "event-c"])
        try store.close()
    }

    @Test func `a read that meets damage throws it, and the next opening replaces the store`() async throws {
        try await makeStore()
        try fixture.damage { content in
            let start = content.count * 3 / 4 / 4_096 * 4_096
            content.replaceSubrange(start..<start + 20 * 4_096, with: Data(repeating: 0xA5, count: 20 * 4_096))
        }
        let store = try fixture.open()
        #expect(store.opening.setAside == nil)
        #expect(!store.isDamaged)
        let error = await dataStoreError { _ = try await store.texts() }
        let found = try #require(error)
        guard case .invalidDatabase(place.path, let cause) = found else { throw found }
        #expect((cause as? StoreProblem)?.kind == .damaged)
        #expect(store.isDamaged)
        try store.close()

        let next = try fixture.open()
        #expect(next.opening.setAside != nil)
        #expect(next.opening.rescuedEvents == 3)
        #expect(!place.isSuspect)
        try next.close()
    }

    @Test func `a store that only looked damaged stays in use`() async throws {
        try await makeStore()
        place.suspect()
        let store = try fixture.open()
        #expect(store.opening.setAside == nil)
        #expect(try await store.texts().count == 1_000)
        #expect(!place.isSuspect)
        try store.close()
    }

    @Test func `two damaged files of the same second have different names`() async throws {
        for name in [Self.aside, Self.aside + "-2"] {
            try await makeStore()
            try fixture.damage(Damage.zeroedHeader.apply)
            let store = try fixture.open()
            #expect(store.opening.setAside == place.folder + "/" + name)
            try await store.clear()
            try store.close()
            try FileManager.default.removeItem(atPath: place.path)
        }
    }

    @Test func `a replacement whose program was killed before its end is forgotten`() async throws {
        try await makeStore()
        try Data("half".utf8).write(to: URL(filePath: place.path + ".part"))
        let store = try fixture.open()
        #expect(store.opening.setAside == nil)
        #expect(try await store.texts().count == 1_000)
        #expect(!exists("DataStore.sqlite.part"))
        try store.close()
    }

    @Test func `a complete replacement is taken, because the damaged database may have lost its log`() async throws {
        try await makeStore()
        let replacement = try fixture.open(at: StorePlace(folder: place.folder, name: "DataStore.sqlite.new"))
        try await replacement.append(StorageNote.event("x", "kept"))
        try replacement.close()
        let store = try fixture.open()
        #expect(store.opening.setAside == place.folder + "/" + Self.aside)
        #expect(store.opening.rescuedEvents == 1)
        #expect(try await store.eventIDs() == ["event-x"])
        #expect(!exists("DataStore.sqlite.new"))
        try store.close()
    }

    @Test func `a replacement whose program was killed in the middle of the exchange is taken`() async throws {
        let replacement = try fixture.open(at: StorePlace(folder: place.folder, name: "DataStore.sqlite.new"))
        try await replacement.append(StorageNote.event("a", "kept"))
        try replacement.close()
        let store = try fixture.open()
        #expect(try await store.eventIDs() == ["event-a"])
        #expect(!exists("DataStore.sqlite.new"))
        try store.close()
    }
}
