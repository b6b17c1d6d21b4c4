// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// What the server says of itself and of the schema, before anything is stored there.
struct PostgresInspection: Sendable {
    /// The oldest server whose protocol and functions the driver uses: 14, in the form of `server_version_num`.
    private static let oldestVersion = 140_000

    private let encoding: String
    private let isReadOnly: Bool
    private let ordersBytes: Bool
    private let schemaExists: Bool
    private let mayCreate: Bool
    /// A table, view or sequence of the schema, if it has one.
    private let relation: String?
    /// Whether the schema has this program's record of migrations.
    private let isOurs: Bool
    /// A column of texts that are ordered by a language, if there is one.
    private let orderedByLanguage: String?

    // MARK: - Questions

    /// Asks whether the schema exists, and how the database orders texts.
    static func schema(_ name: String) -> SQL {
        // The provider of the order is a column since version 15.
        """
        SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = \(name)) AS schemas,
            CAST(datcollate AS TEXT) AS collation, to_jsonb(d) ->> 'datlocprovider' AS provider
        FROM pg_database d WHERE datname = current_database()
        """
    }

    /// Reads the answer to ``schema(_:)``.
    static func migration(_ rows: [SQLRow]) throws(StorageError) -> TransactionPlan.Migration {
        guard let row = rows.first else { throw .statement("the server does not know the database") }
        let schemas: Int = try row["schemas"]
        let collation: String? = try row["collation"]
        let provider: String? = try row["provider"]
        return TransactionPlan.Migration(
            createsSchema: schemas == 0,
            ordersBytes: (provider ?? "c") == "c" && ["C", "POSIX"].contains(collation ?? ""))
    }

    /// Finds out what the server is, and what is in the schema.
    ///
    /// - Throws: ``PostgresRefusal`` for a server that is too old, or ``GatehouseStorage/StorageError``.
    init(_ reader: any SQLReader, schema name: String) throws {
        let version = try reader.queryOne("SELECT current_setting('server_version_num') AS number")
        let number: String = try version?["number"] ?? ""
        guard (Int(number) ?? 0) >= Self.oldestVersion else {
            throw PostgresRefusal.configuration(
                "The server has PostgreSQL \((Int(number) ?? 0) / 10_000). Version 14 or later is needed: "
                    + "upgrade the server")
        }
        let settings = try reader.queryOne(
            """
            SELECT current_setting('server_encoding') AS encoding,
                CAST(CASE WHEN pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on'
                    THEN 1 ELSE 0 END AS BIGINT) AS read_only,
                CAST(CASE WHEN has_database_privilege(current_database(), 'CREATE') THEN 1 ELSE 0 END AS BIGINT)
                    AS creates_schemas
            """)
        encoding = try settings?["encoding"] ?? ""
        isReadOnly = try settings?["read_only"] ?? true
        let migration = try Self.migration(reader.query(Self.schema(name)))
        ordersBytes = migration.ordersBytes
        schemaExists = !migration.createsSchema
        let createsTables = try reader.queryOne(
            """
            SELECT CAST(CASE WHEN has_schema_privilege(oid, 'CREATE') AND has_schema_privilege(oid, 'USAGE')
                THEN 1 ELSE 0 END AS BIGINT) AS creates_tables
            FROM pg_namespace WHERE nspname = \(name)
            """)
        let createsSchemas: Bool = try settings?["creates_schemas"] ?? false
        mayCreate = try createsTables?["creates_tables"] ?? createsSchemas
        relation = try reader.queryOne(
            """
            SELECT CAST(c.relname AS TEXT) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = \(name) AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
            ORDER BY c.relname LIMIT 1
            """)?["name"]
        let columns = try reader.queryOne(
            """
            SELECT count(*) AS columns FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE n.nspname = \(name) AND c.relname = \(Migrator.tableName) AND a.attname IN ('version', 'name', 'checksum')
            """)
        let ours: Int = try columns?["columns"] ?? 0
        isOurs = ours == 3
        orderedByLanguage = try reader.queryOne(
            """
            SELECT c.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_collation o ON o.oid = a.attcollation
            WHERE n.nspname = \(name) AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
                AND o.collname NOT IN ('C', 'POSIX') AND (o.collname <> 'default' OR \(migration.ordersBytes) = 0)
            ORDER BY c.relname, a.attname LIMIT 1
            """)?["name"]
    }

    // MARK: - Answers

    /// The reason why this program cannot use the database; `nil` if it can.
    func refusal(of url: PostgresURL) -> PostgresRefusal? {
        guard encoding == "UTF8" else {
            return .configuration(
                "The database \(url.database) has the encoding \(encoding). UTF8 is needed: "
                    + "createdb --encoding=UTF8 --template=template0 NAME")
        }
        guard !isReadOnly else { return Self.readOnly(url) }
        if let relation, !isOurs {
            return .configuration(
                "The schema \(url.schema) has the table \(relation), which is not of this program. "
                    + "Name a schema of its own with the option schema of the address")
        }
        if let orderedByLanguage {
            return .configuration(
                "The column \(orderedByLanguage) of the schema \(url.schema) orders texts by a language; the order of "
                    + "bytes is needed. Restore a pg_dump into a database that createdb --locale=C --template=template0 "
                    + "has made")
        }
        guard mayCreate || isOurs else {
            let right =
                schemaExists ? "CREATE, USAGE ON SCHEMA \(url.schema)" : "CREATE ON DATABASE \"\(url.database)\""
            let user = url.user.map { "\"\($0)\"" } ?? "USER"
            return .unavailable(
                "The user may not create tables in \(url). As the database's owner, run: GRANT \(right) TO \(user)")
        }
        return nil
    }

    /// The refusal of a server that may only be read.
    static func readOnly(_ url: PostgresURL) -> PostgresRefusal {
        .configuration(
            "The server of \(url) is a standby, or read-only. The primary server is needed: "
                + "name its host, or all hosts")
    }
}
