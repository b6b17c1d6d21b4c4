// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GRDB

/// SQLite with records of `Note` and their index alone.
///
/// A commit is on disk when it returns, as in DataStore.
struct PlainSQLite: Sendable {
    private static let insertion = "INSERT INTO Note (id, text, category, rank) VALUES (?, ?, ?, ?)"
    private static let event = "INSERT INTO Event (id, json) VALUES (?, ?)"
    private static let query = "SELECT id, text, category, rank FROM Note WHERE category = ? ORDER BY id"

    private let queue: DatabaseQueue

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - isOfDataStore: whether DataStore has made the file with its tables.
    /// - Throws: `DatabaseError`.
    init(_ path: String, isOfDataStore: Bool = false) throws {
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            // GRDB has set it lower for the log.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            guard !isOfDataStore else { return }
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS Note (
                        id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, category TEXT NOT NULL, rank INTEGER NOT NULL,
                        createdAt TEXT, updatedAt TEXT);
                    CREATE INDEX IF NOT EXISTS byCategory ON Note (category);
                    CREATE TABLE IF NOT EXISTS Event (id TEXT NOT NULL PRIMARY KEY, json TEXT NOT NULL);
                    """)
        }
    }

    func close() throws { try queue.close() }

    // MARK: - Writes

    private static func insert(_ note: Note, withEvent: Bool = false, into database: Database) throws {
        try database.cachedStatement(sql: insertion)
            .execute(arguments: [note.id, note.text, note.category, note.rank])
        guard withEvent else { return }
        try database.cachedStatement(sql: event).execute(arguments: [note.id, try note.toJSON()])
    }

    /// Saves records, each in a transaction.
    ///
    /// - Parameters:
    ///   - notes: the records.
    ///   - withEvents: whether each transaction has a second row with the record as JSON.
    /// - Throws: `DatabaseError`.
    func save(_ notes: [Note], withEvents: Bool = false) throws {
        try queue.writeWithoutTransaction { database in
            for note in notes {
                try database.inTransaction(.immediate) {
                    try Self.insert(note, withEvent: withEvents, into: database)
                    return .commit
                }
            }
        }
    }

    /// Saves records, each in a task and a transaction.
    func saveAtOnce(_ notes: [Note]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for note in notes {
                group.addTask { [queue] in try await queue.write { try Self.insert(note, into: $0) } }
            }
            try await group.waitForAll()
        }
    }

    /// Saves records in one transaction.
    func saveTogether(_ notes: some Collection<Note>) throws {
        try queue.writeWithoutTransaction { database in
            try database.inTransaction(.immediate) {
                for note in notes { try Self.insert(note, into: database) }
                return .commit
            }
        }
    }

    /// Makes records with one text, in categories of `DataStoreSizes.found` records that lie apart.
    func fill(_ count: Int, text: String) throws {
        let categories = max(1, count / DataStoreSizes.found)
        try queue.writeWithoutTransaction { database in
            for start in stride(from: 0, to: count, by: 50_000) {
                try database.execute(
                    sql: """
                        INSERT INTO Note (id, text, category, rank)
                        WITH RECURSIVE numbers(number) AS (
                            SELECT ?1 UNION ALL SELECT number + 1 FROM numbers WHERE number + 1 < ?2)
                        SELECT printf('note-%08d', number), ?3, 'category-' || (number % ?4), number FROM numbers
                        """,
                    arguments: [start, min(start + 50_000, count), text, categories])
            }
        }
    }

    // MARK: - Reads

    /// The records of a category.
    func notes(in category: String) throws -> [Note] {
        try queue.read { database in
            let statement = try database.cachedStatement(sql: Self.query)
            return try GRDB.Row.fetchAll(statement, arguments: [category]).map { row in
                Note(id: row[0], text: row[1], category: row[2], rank: row[3])
            }
        }
    }
}
