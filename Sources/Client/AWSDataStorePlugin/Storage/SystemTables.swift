// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB

/// The tables that each store has beside the models' tables.
///
/// The first three have the columns of the original's system models, and further ones that are ours. The names of the
/// others have a character that no name of a model has.
enum SystemTables {
    /// The format that this version of the library writes: the system tables, and what their values mean.
    static let format = 1

    /// The number in the header of the file that makes it one of ours ("GHDS").
    static let applicationID: Int32 = 0x4748_4453

    /// The names of the tables.
    static let names = [
        "MutationEvent", "MutationSyncMetadata", "ModelSyncMetadata", "gatehouse-origin", "gatehouse-layout",
        "gatehouse-store",
    ]

    /// Makes the tables, in a database without any.
    static func create(in database: Database) throws {
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: declarations)
        try setValue("\(format)", of: .format, in: database)
    }

    private static let declarations = """
        CREATE TABLE MutationEvent (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            modelId TEXT NOT NULL,
            modelName TEXT NOT NULL,
            json TEXT NOT NULL,
            mutationType TEXT NOT NULL,
            createdAt TEXT NOT NULL,
            version INTEGER,
            inProcess INTEGER NOT NULL,
            graphQLFilterJSON TEXT,
            user TEXT,
            attempts INTEGER NOT NULL DEFAULT 0,
            lastError TEXT,
            base TEXT,
            isUnreadable INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX "MutationEvent-record" ON MutationEvent (modelId, modelName);
        CREATE TABLE MutationSyncMetadata (
            id TEXT NOT NULL PRIMARY KEY,
            deleted INTEGER NOT NULL,
            lastChangedAt INTEGER NOT NULL,
            version INTEGER NOT NULL,
            origin INTEGER,
            isIncomplete INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        CREATE TABLE ModelSyncMetadata (
            id TEXT NOT NULL PRIMARY KEY,
            lastSync INTEGER,
            syncPredicate TEXT,
            origin INTEGER
        ) WITHOUT ROWID;
        CREATE TABLE "gatehouse-origin" (
            id INTEGER PRIMARY KEY,
            user TEXT,
            mode TEXT,
            predicate TEXT
        );
        CREATE TABLE "gatehouse-layout" (
            model TEXT NOT NULL PRIMARY KEY,
            layout TEXT NOT NULL,
            creation TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE "gatehouse-store" (
            name TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
        """

    /// What the store says about itself.
    enum Fact: String {
        /// The format of the system tables.
        case format

        /// The version of the app's models.
        case version
    }

    /// A fact of the store; nil if it has none.
    static func value(of fact: Fact, in database: Database) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT value FROM \"gatehouse-store\" WHERE name = ?", arguments: [fact.rawValue])
    }

    static func setValue(_ value: String, of fact: Fact, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO \"gatehouse-store\" (name, value) VALUES (?, ?)",
            arguments: [fact.rawValue, value])
    }
}
