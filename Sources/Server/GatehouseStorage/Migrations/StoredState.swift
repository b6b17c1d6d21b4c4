// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The rows of the domains' tables at one time, to which a server for development can return.
///
/// Sealed values stay sealed. The tables of ``Migrations/permanent`` are not part of it.
package struct StoredState: Sendable, Equatable, Codable {
    /// The rows of a table; each has its values in the order of the columns.
    struct Table: Sendable, Equatable, Codable {
        let name: String
        let columns: [String]
        var rows: [[SQLValue]]

        /// The value of a row in a column; `nil` without such a column.
        func value(_ column: String, of row: [SQLValue]) -> SQLValue? {
            columns.firstIndex(of: column).map { row[$0] }
        }
    }

    /// The tables that have rows, in the order of their creation.
    var tables: [Table]

    /// The state without rows.
    package static let empty = StoredState(tables: [])

    /// The names of the domains of user pools.
    package var domainNames: [String] {
        table("pool_domains").map { table in
            table.rows.compactMap { row in table.value("name", of: row).flatMap(String.init(sqlValue:)) }
        } ?? []
    }

    func table(_ name: String) -> Table? { tables.first { $0.name == name } }

    /// The ids of the user pools.
    var poolIDs: Set<SQLValue> {
        Set(table("user_pools").map { table in table.rows.compactMap { table.value("id", of: $0) } } ?? [])
    }

    /// This state with another text in the documents of a row.
    package func replacing(
        _ text: String, with other: String, inRow id: String, ofTable name: String
    ) -> StoredState {
        var state = self
        for index in state.tables.indices where state.tables[index].name == name {
            let table = state.tables[index]
            state.tables[index].rows = table.rows.map { row in
                guard table.value("id", of: row) == .text(id) else { return row }
                return row.map { value in
                    guard case .text(let document) = value else { return value }
                    return .text(document.replacing(text, with: other))
                }
            }
        }
        return state
    }

    /// This state with the keys that another one has for the same user pools.
    package func withKeys(of other: StoredState) -> StoredState {
        let pools = poolIDs
        var tables = tables.filter { !Migrations.keysOfPools.contains($0.name) }
        for var table in other.tables where Migrations.keysOfPools.contains(table.name) {
            table.rows = table.rows.filter { row in table.value("pool_id", of: row).map(pools.contains) == true }
            if !table.rows.isEmpty { tables.append(table) }
        }
        let order = Migrations.tables
        return StoredState(
            tables: tables.sorted { (order.firstIndex(of: $0.name) ?? 0) < (order.firstIndex(of: $1.name) ?? 0) })
    }
}

extension SQLReader {
    /// Reads the rows of tables.
    fileprivate func state(ofTables names: [String]) throws -> StoredState {
        StoredState(
            tables: try names.compactMap { name in
                // The names come from the migrations, not from input.
                let rows = try query(SQL(stringLiteral: "SELECT * FROM \(name)"))
                guard let first = rows.first else { return nil }
                return StoredState.Table(name: name, columns: first.names, rows: rows.map(\.values))
            })
    }
}

extension SQLDatabase {
    /// Whether the domains' tables have no rows.
    ///
    /// - Throws: ``StorageError``.
    package func isEmpty() async throws -> Bool {
        try await read { reader in
            try !Migrations.stateful.contains { name in
                try reader.queryOne(SQL(stringLiteral: "SELECT 1 FROM \(name) LIMIT 1")) != nil
            }
        }
    }

    /// The rows of the domains' tables.
    ///
    /// - Throws: ``StorageError``.
    package func state() async throws -> StoredState {
        try await read { reader in try reader.state(ofTables: Migrations.stateful) }
    }

    /// The keys of all user pools, as a part of the state.
    ///
    /// - Throws: ``StorageError``.
    package func keysOfPools() async throws -> StoredState {
        try await read { reader in
            try reader.state(ofTables: Migrations.tables.filter(Migrations.keysOfPools.contains))
        }
    }

    /// Makes the domains' tables have the rows of a state, in one transaction that ends with `completion`.
    ///
    /// The number of statements depends on the state only. Keys of the state's user pools that exist now stay as they
    /// are; the state's keys replace those that were deleted. Rows with a revision get one that no row had before, so
    /// that caches of records become outdated; `newest` is a revision that no row of the database is expected to exceed.
    ///
    /// - Throws: the error of `completion`, or ``StorageError``.
    package func restore(
        _ state: StoredState, newest: Int64,
        completion: @escaping @Sendable (any SQLConnection) throws -> Void = { _ in }
    ) async throws {
        try await write { connection in
            let revision = try connection.unusedRevision(newest)
            let known = state.poolIDs
            var present: Set<[SQLValue]> = []
            for table in Migrations.stateful.reversed() {
                guard Migrations.keysOfPools.contains(table) else {
                    try connection.execute(SQL(stringLiteral: "DELETE FROM \(table)"))
                    continue
                }
                let pools = try connection.query(SQL(stringLiteral: "SELECT DISTINCT pool_id FROM \(table)"))
                    .flatMap(\.values)
                for pool in pools where !known.contains(pool) {
                    try connection.execute(SQL("DELETE FROM \(table) WHERE pool_id = $1", [pool]))
                }
                for pool in pools { present.insert([SQLValue.text(table), pool]) }
            }
            for table in state.tables {
                for row in table.rows {
                    let pool = table.value("pool_id", of: row) ?? .null
                    guard !present.contains([SQLValue.text(table.name), pool]) else { continue }
                    try connection.insert(row, into: table, revision: revision)
                }
            }
            try connection.reviseAccess()
            try completion(connection)
        }
    }
}

extension SQLConnection {
    /// A revision that no row of the tables with revisions has; if `newest` is larger than those of the deleted rows, no
    /// deleted row had it either.
    fileprivate func unusedRevision(_ newest: Int64) throws -> Int64 {
        var largest = newest
        for table in Migrations.withRevisions {
            for row in try query(SQL(stringLiteral: "SELECT max(revision) FROM \(table)")) {
                largest = max(largest, try row[0] as Int64? ?? largest)
            }
        }
        return largest + 1
    }

    fileprivate func insert(_ row: [SQLValue], into table: StoredState.Table, revision: Int64) throws {
        var values = row
        if let index = table.columns.firstIndex(of: "revision") { values[index] = .integer(revision) }
        try execute(.insertion(into: table.name, columns: table.columns, values: values))
    }
}

extension Migrations {
    /// The tables that belong to the installation and not to its contents: a return to a state does not change them.
    ///
    /// A revision of the registry never occurs twice, and the forward clock never goes back.
    static let permanent = KeysSchema.tables.union(NodesSchema.tables).union([
        AccessSchema.revisionTable, "service_signing_keys", "forward_clock",
    ])

    /// The tables with the keys of user pools, whose copies other programs have.
    static let keysOfPools: Set<String> = ["signing_keys", "saml_keys"]

    /// The tables whose rows have a revision.
    fileprivate static let withRevisions = ["user_pools", "app_clients", "identity_pools", "data_apis"]

    /// The tables that are a part of the state, in the order of their creation.
    static let stateful = tables.filter { !permanent.contains($0) }

    /// The tables of the migrations, in the order of their creation: a table comes after the tables that it refers to.
    static let tables: [String] = all.flatMap(\.statements).reduce(into: []) { tables, statement in
        // The words that count are the first six. Each start reads them, so the rest of the statements is left out.
        let words = statement.text.utf8.split(maxSplits: 6) { byte in
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "(")
        }.map { word in String(Substring(word)) }
        if words.starts(with: ["CREATE", "TABLE"]), words.count > 2 {
            tables.append(words[2])
        } else if words.starts(with: ["ALTER", "TABLE"]), words.dropFirst(3).starts(with: ["RENAME", "TO"]),
            words.count > 5, let renamed = tables.firstIndex(of: words[2])
        {
            tables[renamed] = words[5]
        }
    }
}

/// The form in files: a number, a text or `null`; an object for the other types.
extension SQLValue: Codable {
    private enum Key: String, CodingKey {
        case real
        case blob
    }

    package init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let integer = try? single.decode(Int64.self) {
            self = .integer(integer)
        } else if let text = try? single.decode(String.self) {
            self = .text(text)
        } else {
            let values = try decoder.container(keyedBy: Key.self)
            if let real = try values.decodeIfPresent(Double.self, forKey: .real) {
                self = .real(real)
            } else if let bytes = Base64.decode(try values.decode(String.self, forKey: .blob)) {
                self = .blob(bytes)
            } else {
                throw DecodingError.dataCorruptedError(forKey: .blob, in: values, debugDescription: "not Base64")
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var single = encoder.singleValueContainer()
            try single.encodeNil()
        case .integer(let integer):
            var single = encoder.singleValueContainer()
            try single.encode(integer)
        case .text(let text):
            var single = encoder.singleValueContainer()
            try single.encode(text)
        case .real(let real):
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(real, forKey: .real)
        case .blob(let bytes):
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(Base64.encode(bytes), forKey: .blob)
        }
    }
}
