// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Testing

extension StoreContract {
    /// A statement's failure has a type.
    package static let failures: [StoreContractRule] = [
        StoreContractRule("a second row with the same key is a unique violation that names the key") { database in
            try await makeParents(in: database)
            let key = StorageError.uniqueViolation(table: "parents", columns: ["pool", "name"])
            await #expect(throws: key) { try await insertParent(2, in: database) }
            let primary = StorageError.uniqueViolation(table: "parents", columns: ["id"])
            await #expect(throws: primary) { try await insertParent(1, name: "other", in: database) }
        },
        StoreContractRule("a row without the one it refers to is a foreign key violation") { database in
            try await makeParents(in: database)
            await #expect(throws: StorageError.foreignKeyViolation) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO children (parent) VALUES (\(7))")
                }
            }
        },
        StoreContractRule("NULL where none may be is a constraint violation without the row's values") { database in
            try await makeParents(in: database)
            do {
                try await database.write { connection in
                    try connection.execute("INSERT INTO parents (id, pool) VALUES (\(9), \("secret"))")
                }
                Issue.record("The row was accepted.")
            } catch StorageError.constraintViolation(let detail) {
                #expect(!detail.contains("secret"))
            }
        },
        StoreContractRule("a statement that fails undoes what its body did before") { database in
            try await makeParents(in: database)
            await #expect(throws: StorageError.self) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO parents (id, pool, name) VALUES (5, 'p', 'five')")
                    try connection.execute("INSERT INTO parents (id, pool, name) VALUES (1, 'p', 'again')")
                }
            }
            let five = try await database.read { reader in try reader.query("SELECT id FROM parents WHERE id = 5") }
            #expect(five.isEmpty)
        },
        StoreContractRule("a statement that fits no table is named as such") { database in
            do {
                _ = try await database.read { reader in try reader.query("SELECT id FROM nowhere") }
                Issue.record("The statement was accepted.")
            } catch StorageError.statement(let detail) {
                #expect(detail.contains("nowhere"))
            }
        },
        StoreContractRule("ON CONFLICT DO NOTHING tells by its count, and the transaction goes on") { database in
            try await makeThings(in: database)
            let counts = try await database.write { connection in
                try (0..<3).map { round in
                    try connection.execute(
                        "INSERT INTO things (id, name) VALUES (\(round / 2), \("\(round)")) ON CONFLICT DO NOTHING"
                    )
                }
            }
            #expect(counts == [1, 0, 1])
            #expect(try await names(in: database) == ["0", "2"])
        },
    ]

    private static func makeParents(in database: any SQLDatabase) async throws {
        try await database.write { connection in
            try connection.execute(
                """
                CREATE TABLE parents (
                    id BIGINT NOT NULL PRIMARY KEY, pool TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (pool, name)
                )
                """
            )
            try connection.execute("CREATE TABLE children (parent BIGINT NOT NULL REFERENCES parents (id))")
            try connection.execute("INSERT INTO parents (id, pool, name) VALUES (1, 'p', 'one')")
        }
    }

    private static func insertParent(_ id: Int, name: String = "one", in database: any SQLDatabase) async throws {
        try await database.write { connection in
            try connection.execute("INSERT INTO parents (id, pool, name) VALUES (\(id), \("p"), \(name))")
        }
    }
}
