// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSQLite
import GatehouseStorage
import Testing

@Suite struct StoreCountsTests {
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
}
