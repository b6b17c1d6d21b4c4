// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GRDB

extension StoreWriter {
    /// Adds an event at the end of the queue.
    ///
    /// - Returns: its place in the queue.
    /// - Throws: `DatabaseError` if the outbox has an event of the identifier.
    @discardableResult
    func append(_ entry: OutboxEntry) throws -> Int64 {
        let statement = try reader.database.cachedStatement(sql: OutboxEntry.insertion)
        try statement.execute(arguments: StatementArguments(entry.values))
        return reader.database.lastInsertedRowID
    }

    /// Replaces the event of the same identifier, which keeps its place in the queue.
    ///
    /// An event that has left the outbox is not added again.
    func replace(_ entry: OutboxEntry) throws {
        let values = entry.values.dropFirst() + [entry.event.id]
        try reader.database.cachedStatement(sql: OutboxEntry.replacement).execute(arguments: StatementArguments(values))
    }

    /// Removes an event.
    func remove(event id: String) throws {
        try reader.database.cachedStatement(sql: "DELETE FROM MutationEvent WHERE id = ?").execute(arguments: [id])
    }

    /// Marks an event as on its way to the service, or takes the mark away.
    ///
    /// - Parameters:
    ///   - id: the identifier; nil for all events.
    ///   - isInProcess: whether it is on its way.
    /// - Throws: `DatabaseError`.
    func setInProcess(_ id: String?, _ isInProcess: Bool = true) throws {
        guard let id else {
            let statement = try reader.database.cachedStatement(
                sql: "UPDATE MutationEvent SET inProcess = ?1 WHERE inProcess IS NOT ?1")
            return try statement.execute(arguments: [isInProcess])
        }
        try reader.database.cachedStatement(sql: "UPDATE MutationEvent SET inProcess = ? WHERE id = ?")
            .execute(arguments: [isInProcess, id])
    }

    /// Marks an event as on its way to the service, and counts the attempt.
    func beginAttempt(_ id: String) throws {
        // Not `replace`, which writes the indexes and the record's JSON anew as well.
        try reader.database.cachedStatement(
            sql: "UPDATE MutationEvent SET inProcess = 1, attempts = attempts + 1 WHERE id = ?"
        ).execute(arguments: [id])
    }

    /// Takes the mark of being on its way from all events, because nothing is sent at present.
    func resetInProcess() throws {
        try setInProcess(nil, false)
    }

    /// Notes whether the present models can read an event.
    func setReadable(_ isReadable: Bool, event id: String) throws {
        try reader.database.cachedStatement(sql: "UPDATE MutationEvent SET isUnreadable = ? WHERE id = ?")
            .execute(arguments: [!isReadable, id])
    }
}
