// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Synchronization
import Testing

/// The plans that SQLite makes for reads of records: each step is a search in an index, and none sorts.
@Suite struct RecordPlanTests {
    private static let key = KeyCondition(partition: .string("ada"), sort: .order(.greater, .int(3)))
    private static let owner = RecordScope.members([.init("owner", ["ada"])])

    @Test(arguments: [
        (RecordQuery(scope: .everything), "record_key>? AND record_key<?"),
        (RecordQuery(scope: owner), "member=? AND index_name=? AND place>? AND place<?"),
        (RecordQuery(index: "i", key: key, scope: .everything), "index_name=? AND place>? AND place<?"),
        (
            RecordQuery(index: "i", key: key, scope: owner, isDescending: true),
            "member=? AND index_name=? AND place>? AND place<?"
        ),
    ])
    func `a list reads a range of an index and nothing else`(_ query: RecordQuery, _ range: String) async throws {
        let steps = try await steps { try $0.page(query, of: "Note", in: "a") }
        #expect(steps.first?.contains(range) == true, "\(steps)")
        #expect(steps.allSatisfy { $0.hasPrefix("SEARCH") }, "\(steps)")
    }

    @Test func `several partitions read one range of an index each`() async throws {
        let query = RecordQuery(index: "i", scope: Self.owner)
        let steps = try await steps { try $0.pages((0..<4).map { .int($0) }, query, of: "Note", in: "a") }
        #expect(steps.count { $0.hasPrefix("SEARCH") && $0.contains("place>? AND place<?") } == 4)
        #expect(!steps.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN part") })
    }

    @Test func `a record is read by its key, and changes by their times`() async throws {
        let get = try await steps { try $0.record(RecordID([.string("1")]), of: "Note", in: "a") }
        #expect(get.count == 1 && get[0].contains("api_id=? AND model=? AND record_key=?"))
        let changes = try await steps {
            try $0.changes(of: "Note", in: "a", scope: .everything, since: 1, after: nil, limit: 9)
        }
        #expect(changes.count == 1 && changes[0].contains("data_records_by_change"))
    }

    @Test func `changes of owners and groups are read by their own times`() async throws {
        let scope = RecordScope.members([.init("owner", ["ada", "a1"]), .init("editors", ["red"])])
        let steps = try await steps {
            try $0.changes(of: "Note", in: "a", scope: scope, since: 1, after: nil, limit: 9)
        }
        #expect(steps.count { $0.contains("member=? AND (changed_at,record_key)>(?,?)") } == 4, "\(steps)")
        #expect(!steps.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN part") })
    }

    /// The steps of all statements of a read.
    private func steps<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordReading) throws -> Value
    ) async throws -> [String] {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        let steps = Mutex<[String]>([])
        var observer = ObservedDatabase.Observer()
        observer.before = { sql, reader in
            let plan = try reader.query(sql.prefixed(by: "EXPLAIN QUERY PLAN "))
            let details = try plan.map { row in try row["detail"] as String }
            steps.withLock { $0 += details }
        }
        _ = try await SQLRecordStore(ObservedDatabase(database, observer)).read(body)
        return steps.withLock { $0 }
    }
}
