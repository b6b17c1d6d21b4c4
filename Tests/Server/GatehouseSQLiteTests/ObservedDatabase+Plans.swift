// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport

/// A statement that goes through a whole table.
struct WholeTableScan: Error, Equatable {
    let step: String
    let statement: String
}

extension ObservedDatabase {
    /// SQLite with a look at the plan of each statement before it runs: one that goes through a whole table is refused.
    ///
    /// A migration may do so, because it runs once.
    static func readingPlans(of database: SQLiteDatabase) -> ObservedDatabase {
        let migrations = Set(Migrations.all.flatMap { $0.statements.map(\.text) })
        var observer = Observer()
        observer.before = { sql, reader in
            guard !migrations.contains(sql.text), !sql.text.contains("schema_migrations") else { return }
            for row in try reader.query(sql.prefixed(by: "EXPLAIN QUERY PLAN ")) {
                let step: String = try row["detail"]
                // The rows of a part of a statement are few: it has a plan of its own, and a limit.
                if step.hasPrefix("SCAN"), !step.hasPrefix("SCAN part") {
                    throw WholeTableScan(step: step, statement: sql.text)
                }
            }
        }
        return ObservedDatabase(database, observer)
    }
}
