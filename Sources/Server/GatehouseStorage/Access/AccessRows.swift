// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire

/// The tables of access management.
///
/// `document` is JSON. The one row of `iam_revision` is increased by each change of an entry, also by a command beside
/// the server. Times are milliseconds since 1970.
enum AccessSchema {
    /// A table that survives a reset of the data, so that a revision never occurs twice.
    static let revisionTable = "iam_revision"

    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        "CREATE TABLE iam_revision (id BIGINT NOT NULL PRIMARY KEY, revision BIGINT NOT NULL)",
        "INSERT INTO iam_revision (id, revision) VALUES (1, 1)",
        """
        CREATE TABLE iam_entries (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            document TEXT NOT NULL,
            origin TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL,
            PRIMARY KEY (kind, name)
        )
        """,
        """
        CREATE TABLE iam_user_keys (
            id TEXT NOT NULL PRIMARY KEY,
            user_name TEXT NOT NULL,
            sealed BLOB NOT NULL,
            created_at BIGINT NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX iam_user_keys_by_user ON iam_user_keys (user_name, id)",
    ]
}

/// A row of `iam_entries`: an entry of the registry as a JSON document.
enum AccessEntryRow {
    private static let columns: SQLFragment = "name, document, origin, created_at, modified_at"

    static func find<Entry: AccessEntry>(
        _ reader: some SQLReader, of type: Entry.Type, named name: String
    ) throws -> AccessRecord<Entry>? {
        try reader.queryOne(
            "SELECT \(columns) FROM iam_entries WHERE kind = \(Entry.kind) AND name = \(name)"
        ).map(record)
    }

    static func list<Entry: AccessEntry>(
        _ reader: some SQLReader, of type: Entry.Type, after name: String?, limit: Int
    ) throws -> [AccessRecord<Entry>] {
        try reader.query(
            """
            SELECT \(columns) FROM iam_entries WHERE kind = \(Entry.kind) AND name > \(name ?? "")
            ORDER BY name LIMIT \(limit)
            """
        ).map(record)
    }

    static func names(_ reader: some SQLReader, of kind: AccessKind) throws -> [String] {
        try reader.query("SELECT name FROM iam_entries WHERE kind = \(kind) ORDER BY name").map { row in try row[0] }
    }

    static func count(_ reader: some SQLReader, of kind: AccessKind) throws -> Int {
        try reader.queryOne("SELECT count(*) FROM iam_entries WHERE kind = \(kind)").map { row in try row[0] } ?? 0
    }

    static func exists(_ reader: some SQLReader, of kind: AccessKind) throws -> Bool {
        let own = AccessOrigin.development
        return try reader.queryOne(
            "SELECT name FROM iam_entries WHERE kind = \(kind) AND origin <> \(own) LIMIT 1") != nil
    }

    static func insert(_ connection: some SQLConnection, _ record: AccessRecord<some AccessEntry>) throws {
        try connection.add(
            record.entry.name,
            """
            INSERT INTO iam_entries (kind, name, document, origin, created_at, modified_at)
            VALUES (\(record.kind), \(record.entry.name), \(record.documentText), \(record.origin),
                \(record.createdAt), \(record.modifiedAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    static func update(_ connection: some SQLConnection, _ record: AccessRecord<some AccessEntry>) throws {
        try connection.change(
            "iam_entries",
            """
            UPDATE iam_entries SET document = \(record.documentText), modified_at = \(record.modifiedAt)
            WHERE kind = \(record.kind) AND name = \(record.entry.name)
            """
        )
    }

    static func delete(_ connection: some SQLConnection, _ kind: AccessKind, named name: String) throws {
        try connection.execute("DELETE FROM iam_entries WHERE kind = \(kind) AND name = \(name)")
    }

    private static func record<Entry: AccessEntry>(_ row: SQLRow) throws -> AccessRecord<Entry> {
        let text: String = try row["document"]
        guard let document = try? WireValue(json: Array(text.utf8)),
            let entry = try? Entry(name: row["name"], document: document)
        else { throw StorageError.unreadableColumn("document") }
        return AccessRecord(
            entry, origin: try row["origin"], createdAt: try row["created_at"], modifiedAt: try row["modified_at"])
    }
}

extension AccessRecord {
    fileprivate var kind: AccessKind { Entry.kind }
    fileprivate var documentText: String { String(decoding: entry.document.json(), as: UTF8.self) }
}

extension AccessKind: SQLConvertible {}
extension AccessOrigin: SQLConvertible {}

/// A row of `iam_user_keys`.
enum UserKeyRow {
    private static let columns: SQLFragment = "id, user_name, sealed, created_at"

    static func find(_ reader: some SQLReader, id: String) throws -> UserKeyRecord? {
        try reader.queryOne("SELECT \(columns) FROM iam_user_keys WHERE id = \(id)").map(record)
    }

    static func list(_ reader: some SQLReader, ofUser name: String) throws -> [UserKeyRecord] {
        try reader.query("SELECT \(columns) FROM iam_user_keys WHERE user_name = \(name) ORDER BY id").map(record)
    }

    static func insert(_ connection: some SQLConnection, _ key: UserKeyRecord) throws {
        try connection.add(
            key.id,
            """
            INSERT INTO iam_user_keys (id, user_name, sealed, created_at)
            VALUES (\(key.id), \(key.userName), \(key.sealedSecret), \(key.createdAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    private static func record(_ row: SQLRow) throws -> UserKeyRecord {
        UserKeyRecord(
            id: try row["id"], userName: try row["user_name"], sealedSecret: try row["sealed"],
            createdAt: try row["created_at"])
    }
}
