// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseProjectStores
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

@Suite struct StoreCountsTests {
    @Test func `a counter of users is right with changes that are not summed, and wrong without one of them`()
        async throws
    {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        try await StoreContract.writeUserPools(in: database)
        let sound = try await StoreCounts(database)
        #expect(sound.users == 1 && sound.poolsWithWrongCounter.isEmpty)
        try await database.write { connection in
            try connection.execute("UPDATE user_counts SET users = 2 WHERE pool_id = 'p'")
        }
        #expect(try await StoreCounts(database).poolsWithWrongCounter == ["p"])
    }

    @Test func `records are counted, and places that lost their record`() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        var access = AccessMatrix("Note", fields: ["id", "owner"])
        access.grant(.all, to: AccessRole(.userPools, .owner(field: "owner", isList: false, claims: ["sub"])))
        let model = Model(
            name: "Note", title: "Note", plural: "Notes", fields: [], key: RecordKey(),
            indexes: [RecordIndex(name: "byOwner", partition: "owner", sort: [])], operations: ModelOperations(),
            createdAt: nil, updatedAt: nil, isVersioned: false, isJoin: false, access: access)
        try await SQLRecordStore(database).write { writer in
            for id in ["1", "2"] {
                let fields: GraphQLObject = ["id": .string(id), "owner": .string("ada")]
                try writer.put(
                    Record(model: "Note", key: RecordID([.string(id)]), fields: fields, version: 1), expecting: nil,
                    indexes: RecordIndexValues(fields, model), in: "a")
            }
        }
        let sound = try await StoreCounts(database)
        #expect(sound.records == 2 && sound.placesWithoutRecord == 0)
        try await database.write { connection in
            try connection.execute("DELETE FROM data_records WHERE key_values = '[\"1\"]'")
        }
        let damaged = try await StoreCounts(database)
        // A place in the index, one of the owner in each of two orders, and one among the owner's changes.
        #expect(damaged.records == 1 && damaged.placesWithoutRecord == 4)
        try await SQLRecordStore(database).write { writer in
            try writer.remove(RecordID([.string("2")]), of: "Note", expecting: 1, in: "a")
        }
        #expect(try await StoreCounts(database).placesWithoutRecord == 4)
    }

    @Test func `projects are counted, and pushed files that lost their content`() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        let time = Date(timeIntervalSince1970: 0)
        try await SQLProjectStore(database).write { writer in
            try writer.insert(StoredProject(id: "d1", name: "Shop", frontend: nil, createdAt: time))
            try writer.putContent([1], sha256: "a", in: "d1", at: time)
            let files = ["1", "2"].map { PushedFile(path: $0, sha256: "a", size: 1, isProgram: false) }
            let state = PushedState(number: 1, sha256: "b", pushedBy: "AKIA", pushedFrom: "ada", pushedAt: time)
            try writer.insert(state, files: files, outputs: "{}", of: "dev", in: "d1")
        }
        let sound = try await StoreCounts(database)
        #expect(sound.projects == 1 && sound.filesWithoutContent == 0)
        try await database.write { connection in
            try connection.execute("DELETE FROM project_contents WHERE sha256 = 'a'")
        }
        #expect(try await StoreCounts(database).filesWithoutContent == 2)
    }
}
