// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

@Suite struct ReleasedSchemaTests {
    /// The rows that each release wrote into databases.
    ///
    /// A number here never changes; a correction is a new migration.
    private static let released: [(version: Int, checksum: Int64)] = [
        (1, -3_602_425_637_892_186_011), (2, -4_854_437_859_860_613_641),
        (3, -2_044_502_762_010_947_826), (4, 585_599_932_345_287_195),
        (5, 6_870_350_128_383_836_473), (6, 906_556_708_052_951_399),
        (7, -5_865_356_613_663_915_768), (8, -4_833_566_274_270_918_060),
        (9, -3_106_235_058_311_121_271),
        (10, 1_385_988_840_443_926_650),
        (11, 8_920_751_232_479_124_872),
        (12, 6_184_428_198_650_154_211),
        (13, 8_801_459_881_364_777_923),
        (14, 4_448_097_552_429_002_504),
        (15, 4_302_709_198_715_462_669),
        (16, -4_390_503_393_337_312_253),
        (17, -3_918_357_791_302_223_640),
        (18, 7_817_796_159_948_057_787),
        (19, 2_438_975_053_458_212_638),
        (20, -2_898_448_644_846_665_427),
        (21, -7_028_007_503_840_713_681),
        (22, 6_808_110_603_333_202_488),
        (23, 6_873_929_228_397_903_865),
        (24, -6_204_778_598_412_636_173),
        (25, -8_251_138_227_984_009_193),
        (26, 4_470_490_696_303_661_864),
        (27, 4_308_431_982_765_003_051),
        (28, 8_417_710_615_366_032_887),
        (29, 5_821_620_814_725_735_739),
        (30, 906_158_834_292_480_843),
        (31, 4_254_128_373_435_106_216),
        (32, -3_146_496_332_910_764_838),
        (33, 5_795_444_175_640_350_549),
        (34, 6_239_987_554_432_254_601),
        (35, 4_507_350_201_044_421_414),
    ]

    @Test func `no released migration has changed`() {
        for (version, checksum) in Self.released {
            let migration = Migrations.all.first { migration in migration.version == version }
            #expect(migration?.checksum == checksum, "migration \(version)")
        }
        #expect(Migrations.all.count == Self.released.count)
    }

    @Test(arguments: 0...released.count)
    func `a database of each released schema becomes today's and keeps its rows`(_ version: Int) async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        try await Migrator(Array(Migrations.all.prefix(version))).migrate(database)
        if version > 0 { try await StoreContract.writeUserPools(in: database) }
        #expect(
            try await Migrator(Migrations.all).migrate(database)
                == Array(1...Self.released.count).filter { $0 > version })
        if version > 0 { try await StoreContract.expectUserPools(in: database) }
    }

    @Test(arguments: 1...released.count)
    func `a database that was migrated in two steps has the schema of one that was migrated at once`(
        _ version: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        try await Migrator(Array(Migrations.all.prefix(version))).migrate(database)
        try await Migrator(Migrations.all).migrate(database)
        let fresh = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(fresh)
        #expect(try await database.schema().differences(from: fresh.schema()).isEmpty)
    }

    @Test func `records from before the changes of owners had a table are among those changes`() async throws {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        let store = SQLRecordStore(database)
        try await store.write { writer in
            for (id, owner, version) in [("1", "ada", 1), ("2", "bob", 3), ("3", "ada", 0)] {
                let fields: GraphQLObject = ["id": .string(id), "owner": .string(owner)]
                var values = RecordIndexValues(fields, Self.note)
                values.members = ["owner": [owner]]
                try writer.put(
                    Record(
                        model: "Note", key: RecordID([.string(id)]), fields: fields, version: version, changedAt: 7),
                    expecting: nil, indexes: values, in: "a")
            }
        }
        let migration = try #require(Migrations.all.first { $0.version == 30 })
        try await database.write { connection in
            try connection.execute("DROP TABLE data_member_changes")
            for statement in migration.statements { try connection.execute(statement) }
        }
        for (owner, ids) in [("ada", ["1"]), ("bob", ["2"])] {
            let page = try await store.read {
                try $0.changes(
                    of: "Note", in: "a", scope: .members([.init("owner", [owner])]), since: 7, after: nil, limit: 9)
            }
            #expect(page.records.map(\.key) == ids.map { RecordID([.string($0)]) })
        }
    }

    private static let note = Model(
        name: "Note", title: "Note", plural: "Notes", fields: [], key: RecordKey(), indexes: [],
        operations: ModelOperations(), createdAt: nil, updatedAt: nil, isVersioned: true, isJoin: false,
        access: AccessMatrix("Note", fields: ["id", "owner"]))

    @Test func `a session string that was used before its table was renamed stays used`() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        try await Migrator(Array(Migrations.all.prefix(15))).migrate(database)
        try await database.write { connection in
            try connection.execute("INSERT INTO spent_tickets (id, expires_at) VALUES ('a', 1)")
        }
        try await Migrator(Migrations.all).migrate(database)
        #expect(try await database.read { try $0.queryOne("SELECT id FROM used_ids WHERE id = 'a'") != nil })
    }
}
