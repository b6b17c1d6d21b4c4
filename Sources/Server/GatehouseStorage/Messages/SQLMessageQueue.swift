// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore

/// The message queue in the table of ``QueuedMessagesSchema``.
package struct SQLMessageQueue: MessageQueue {
    private let database: any SQLDatabase

    /// Creates the queue in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        self.database = database
    }

    package func claim(dueBy now: Date, until lease: Date, limit: Int) async throws -> [QueuedMessage] {
        // Usually no message is due, and a read does not block other transactions.
        guard try await database.read({ reader in try Self.due(by: now, limit: 1, reader) }).first != nil else {
            return []
        }
        return try await database.write { connection in
            let due = try Self.due(by: now, limit: limit, connection)
            for message in due {
                try connection.execute(
                    "UPDATE queued_messages SET next_attempt_at = \(lease) WHERE id = \(message.id)"
                )
            }
            return due
        }
    }

    package func postpone(_ id: String, attempts: Int, until date: Date) async throws {
        try await database.write { connection in
            try connection.execute(
                """
                UPDATE queued_messages SET attempts = \(attempts), next_attempt_at = \(date) WHERE id = \(id)
                """,
                witness: .noWitness)
        }
    }

    package func replace(_ message: QueuedMessage, takenUntil lease: Date) async throws {
        try await database.write { connection in
            try connection.execute(
                """
                UPDATE queued_messages
                SET sealed = \(message.sealed), attempts = \(message.attempts),
                    next_attempt_at = \(message.nextAttemptAt), expires_at = \(message.expiresAt)
                WHERE id = \(message.id) AND next_attempt_at = \(lease)
                """
            )
        }
    }

    package func remove(_ id: String) async throws {
        try await database.write { connection in
            try connection.execute("DELETE FROM queued_messages WHERE id = \(id)", witness: .noWitness)
        }
    }

    private static func due(by now: Date, limit: Int, _ sql: any SQLReader) throws -> [QueuedMessage] {
        try sql.query(
            """
            SELECT id, sealed, attempts, next_attempt_at, expires_at FROM queued_messages
            WHERE next_attempt_at <= \(now)
            UNION ALL
            SELECT id, sealed, attempts, next_attempt_at, expires_at FROM queued_messages
            WHERE next_attempt_at > \(now.addingTimeInterval(QueuedMessage.longestWait))
            ORDER BY next_attempt_at LIMIT \(limit)
            """
        ).map { row in
            QueuedMessage(
                id: try row["id"], sealed: try row["sealed"], attempts: try row["attempts"],
                nextAttemptAt: try row["next_attempt_at"], expiresAt: try row["expires_at"])
        }
    }
}

extension SQLConnection {
    /// Adds a message to the queue.
    package func insert(_ message: QueuedMessage) throws {
        try execute(
            """
            INSERT INTO queued_messages (id, sealed, attempts, next_attempt_at, expires_at)
            VALUES (\(message.id), \(message.sealed), \(message.attempts), \(message.nextAttemptAt),
                \(message.expiresAt))
            """
        )
    }
}

extension UserPoolWriter {
    func insert(_ message: QueuedMessage) throws {
        try connection.insert(message)
    }
}

/// The table of queued messages.
enum QueuedMessagesSchema {
    /// The statements of the migration that creates the table.
    static let statements: [SQL] = [
        """
        CREATE TABLE queued_messages (
            id TEXT NOT NULL PRIMARY KEY,
            sealed BLOB NOT NULL,
            attempts BIGINT NOT NULL,
            next_attempt_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL
        )
        """,
        "CREATE INDEX queued_messages_by_next_attempt ON queued_messages (next_attempt_at)",
    ]
}
