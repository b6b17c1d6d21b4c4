// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Testing

extension StoreContract {
    /// Bound values are read back unchanged, and invalid values are refused.
    package static let values: [StoreContractRule] = [
        StoreContractRule("every kind of value comes back as it was bound") { database in
            let values: [SQLValue] = [
                .null, .integer(0), .integer(.min), .integer(.max), .real(-0.25), .text(""), .text("ø 🌊 e\u{301}"),
                .text("'; DROP TABLE things; --"), .text("$1 ? :a @b"), .blob([0, 255, 0]),
            ]
            for value in values {
                let row = try await database.read { reader in
                    try reader.queryOne("SELECT \(value) AS value, \(1) AS one")
                }
                let only = try #require(row)
                #expect(try only["value"] as SQLValue == value)
                #expect(try only[1] as Int == 1)
            }
        },
        StoreContractRule("a value that would come back as another is refused") { database in
            for value: SQLValue in [.text("admin\u{0}guest"), .text("\u{0}"), .real(.nan), .blob([])] {
                await #expect(throws: StorageError.unstorableValue) {
                    try await database.read { reader in try reader.query("SELECT \(value)") }
                }
                await #expect(throws: StorageError.unstorableValue) {
                    try await database.write { connection in try connection.execute("SELECT \(value)") }
                }
            }
        },
        StoreContractRule("a column read under a wrong name, position or type throws") { database in
            let row = try await database.read { reader in try reader.queryOne("SELECT \("text") AS name") }
            let only = try #require(row)
            #expect(throws: StorageError.unreadableColumn("nome")) { try only["nome"] as String }
            #expect(throws: StorageError.unreadableColumn("#1")) { try only[1] as String }
            #expect(throws: StorageError.unreadableColumn("#-1")) { try only[-1] as String }
            #expect(throws: StorageError.unreadableColumn("name")) { try only["name"] as Int }
        },
        StoreContractRule("a cursor reads columns in any order, and stops when its reader wants no more") { database in
            try await makeThings(in: database)
            for id in 1...3 { try await insertThing(id, "thing \(id)", in: database) }
            let lines = try await database.read { reader in
                var lines: [String] = []
                for _ in 0..<2 {
                    try reader.read("SELECT id, name FROM things ORDER BY id") { row in
                        let name: String = try row["name"]
                        let id: Int = try row["id"]
                        lines.append("\(id): \(name)")
                        return id < 2
                    }
                }
                return lines
            }
            #expect(lines == ["1: thing 1", "2: thing 2", "1: thing 1", "2: thing 2"])
        },
        StoreContractRule("a cursor that reads a column under a wrong name, position or type throws") { database in
            try await database.read { reader in
                try reader.read("SELECT \("text") AS name") { row in
                    #expect(throws: StorageError.unreadableColumn("nome")) { try row["nome"] as String }
                    #expect(throws: StorageError.unreadableColumn("#1")) { try row[1] as String }
                    #expect(throws: StorageError.unreadableColumn("#-1")) { try row[-1] as String }
                    #expect(throws: StorageError.unreadableColumn("name")) { try row["name"] as Int }
                    return true
                }
            }
        },
        StoreContractRule("rows come in order and are counted") { database in
            try await makeThings(in: database)
            for id in 1...3 { try await insertThing(id, "thing", in: database) }
            let changed = try await database.write { connection in
                try connection.execute("UPDATE things SET name = \("new") WHERE id > \(1)")
            }
            #expect(changed == 2)
            #expect(try await names(in: database) == ["thing", "new", "new"])
        },
    ]

    static func makeThings(in database: any SQLDatabase) async throws {
        try await database.write { connection in
            try connection.execute("CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL)")
        }
    }

    static func insertThing(_ id: Int, _ name: String, in database: any SQLDatabase) async throws {
        try await database.write { connection in try insertThing(id, name, connection) }
    }

    static func insertThing(_ id: Int, _ name: String, _ connection: any SQLConnection) throws {
        try connection.execute("INSERT INTO things (id, name) VALUES (\(id), \(name))")
    }

    static func names(in database: any SQLDatabase) async throws -> [String] {
        try await database.read { reader in
            try reader.query("SELECT name FROM things ORDER BY id").map { row in try row["name"] }
        }
    }
}
