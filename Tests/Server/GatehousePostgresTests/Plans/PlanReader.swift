// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport

/// Reads the plans that PostgreSQL makes for statements in a schema with 100,000 users.
///
/// A plan depends on the numbers of rows and pages and on the statistics of `ANALYZE`, so the schema has real rows. It is
/// filled once for the process, by the server itself.
actor PlanReader {
    /// A statement that goes through a whole table or index.
    struct Scan: Equatable, CustomStringConvertible {
        let relation: String
        let statement: String

        var description: String { "\(relation) as a whole: \(statement)" }
    }

    static let shared: Task<PlanReader, any Error> = Task.detached { try await PlanReader() }

    /// The tables that have a row or more for each user.
    private static let largest: Set = ["users", "user_names", "user_search", "token_families", "refresh_tokens"]
    /// The tables whose rows an operator makes one by one, or that have one for each process: a statement may go through
    /// all of them.
    private static let settings: Set = [
        "app_client_secrets", "data_api_keys", "data_change_marks", "data_cleanups", "iam_entries", "project_records",
    ]
    /// The columns with a hundred values, such as the pool.
    private static let groups: Set = ["pool_id", "api_id", "app_id", "region", "service"]
    /// The columns with five values, such as the purpose of a code.
    private static let kinds: Set = [
        "kind", "purpose", "field", "model", "index_name", "environment", "provider_name", "provider", "attribute_name",
        "status", "category", "attribute",
    ]
    /// The beginnings of the purges that join the columns of a key by hash: in a small table the server may read it as a
    /// whole for that, depending on the rows that `ANALYZE` has drawn, on one node once in five minutes.
    private static let joinedPurges = [
        "DELETE FROM data_record_versions WHERE (api_id, model, record_key, version) IN",
        "DELETE FROM data_changes WHERE (node, number) IN",
    ]
    private static let migrations = Set(Migrations.all.flatMap { $0.statements.map(\.text) })

    private let database: PostgresDatabase
    /// The first column of each index.
    private let firstColumns: [String: String]
    private var known: Set<String> = []

    private init() async throws {
        // Plans are made for statements that this type prepares itself.
        let database = try await TestServer.open(schema: TestServer.name(), connections: 1, prepares: false)
        try await Migrator(Migrations.all).migrate(database)
        for table in try SchemaTable.tables() {
            let rows = Self.rows(of: table)
            try await database.write { connection in
                try connection.execute(rows)
                try connection.execute(SQL(stringLiteral: "ANALYZE \(table.name)"))
            }
        }
        let columns = try await database.read { reader in
            try reader.query(
                """
                SELECT CAST(c.relname AS TEXT) AS name, CAST(a.attname AS TEXT) AS first_column
                FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
                    JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = current_schema()
                """
            ).map { row in (name: try row["name"] as String, column: try row["first_column"] as String) }
        }
        self.database = database
        firstColumns = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.column) })
    }

    // MARK: - Rows

    /// The statement that fills a table, with the values of its columns as an installation has them: some are the same in
    /// many rows, the others are different in each.
    private static func rows(of table: SchemaTable) -> SQL {
        let repeated = groups.union(kinds)
        let key = table.indexes.first { $0.name == nil }?.columns ?? []
        // Of a key whose columns all repeat, the last one must not.
        let distinct = key.allSatisfy { repeated.contains($0) } ? key.last : nil
        let values = table.columns.map { value(of: $0, isDistinct: $0.name == distinct) }
        let count = largest.contains(table.name) ? 100_000 : 10_000
        return SQL(
            stringLiteral: """
                INSERT INTO \(table.name) (\(table.columns.map { $0.name }.joined(separator: ", ")))
                SELECT \(values.joined(separator: ", ")) FROM generate_series(1, \(count)) AS i
                ON CONFLICT DO NOTHING
                """)
    }

    private static func value(of column: SchemaTable.Column, isDistinct: Bool) -> String {
        var number = "i"
        if !isDistinct, groups.contains(column.name) { number = "i % 100" }
        if !isDistinct, kinds.contains(column.name) { number = "i / 100 % 5" }
        let text = "'\(column.name)-' || (\(number))"
        switch column.type {
        case "TEXT": return text
        case "BLOB": return "decode(md5(\(text)), 'hex')"
        // A time that most rows do not have, such as that of a revocation.
        default: return column.isRequired ? "i" : "CASE WHEN i % 10 = 0 THEN i END"
        }
    }

    // MARK: - Plans

    /// The statements, among those that were not read before, that go through a whole table that grows, or a whole index.
    ///
    /// The generic plan knows no arguments. Where it goes through a table, because a LIMIT is an argument, the server
    /// compares it with those that it made for five sets of arguments, and takes the cheaper kind; then the plan that it
    /// takes counts.
    func scans(of statements: [SQL]) async throws -> [Scan] {
        var found: [Scan] = []
        for statement in statements where Self.hasPlan(statement) {
            guard known.insert(statement.text).inserted else { continue }
            guard scanned(in: try await plan(of: statement, isGeneric: true)) != nil,
                let relation = scanned(in: try await plan(of: statement, isGeneric: false))
            else { continue }
            found.append(Scan(relation: relation, statement: statement.text))
        }
        return found
    }

    /// Migrations run once, and the stores do not change the schema.
    private static func hasPlan(_ statement: SQL) -> Bool {
        let text = statement.text
        return ["SELECT ", "INSERT ", "UPDATE ", "DELETE "].contains { text.hasPrefix($0) }
            && !migrations.contains(text) && !text.contains("schema_migrations")
            && !joinedPurges.contains { text.hasPrefix($0) }
    }

    private func plan(of statement: SQL, isGeneric: Bool) async throws -> [String] {
        let name = "planned_\(known.count)_\(isGeneric)"
        let types = Self.list(statement.arguments.map { Self.type(of: $0) })
        let values = Self.list(statement.arguments.map { Self.literal(of: $0) })
        return try await database.read { reader in
            if isGeneric { _ = try reader.query("SET LOCAL plan_cache_mode = force_generic_plan") }
            _ = try reader.query(SQL(stringLiteral: "PREPARE \(name)\(types) AS \(statement.text)"))
            var plan: [SQLRow] = []
            for _ in 0..<(isGeneric ? 1 : 7) {
                plan = try reader.query(SQL(stringLiteral: "EXPLAIN EXECUTE \(name)\(values)"))
            }
            _ = try reader.query(SQL(stringLiteral: "DEALLOCATE \(name)"))
            return try plan.map { row in try row[0] as String }
        }
    }

    /// The table or index that a plan goes through as a whole.
    ///
    /// A search in an index has a condition on its first column, in the line behind its own.
    private func scanned(in plan: [String]) -> String? {
        for (step, next) in zip(plan, plan.dropFirst() + [""]) {
            if let table = step.firstMatch(of: /Seq Scan on (\w+)/)?.1, !Self.settings.contains(String(table)) {
                return String(table)
            }
            let search =
                step.firstMatch(of: /Index (?:Only )?Scan (?:Backward )?using (\w+)/)
                ?? step.firstMatch(of: /Bitmap Index Scan on (\w+)/)
            guard let index = search.map({ String($0.1) }) else { continue }
            guard let column = firstColumns[index], next.contains("Index Cond:"), next.contains(column) else {
                return index
            }
        }
        return nil
    }

    private static func list(_ words: [String]) -> String {
        words.isEmpty ? "" : "(\(words.joined(separator: ", ")))"
    }

    /// The type that the driver says to the server.
    private static func type(of value: SQLValue) -> String {
        switch value {
        case .null: "unknown"
        case .integer: "bigint"
        case .real: "double precision"
        case .text: "text"
        case .blob: "bytea"
        }
    }

    private static func literal(of value: SQLValue) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let integer): String(integer)
        case .real(let real): String(real)
        case .text(let text): "'\(text.replacing("'", with: "''"))'"
        case .blob(let bytes):
            "'\\x" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
        }
    }
}
