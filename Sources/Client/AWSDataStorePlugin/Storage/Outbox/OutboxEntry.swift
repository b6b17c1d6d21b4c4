// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GRDB

/// A row of the outbox: a change that waits for the service, and what is known about its way there.
struct OutboxEntry: Sendable {
    /// The place in the queue, which grows from one entry to the next; 0 for an entry that is not stored yet.
    var sequence: Int64

    /// The change.
    var event: MutationEvent

    /// The key of the user who has made the change; nil if it is not known.
    var user: String?

    /// How often the change was sent.
    var attempts: Int

    /// Why the last attempt has failed.
    var lastError: String?

    /// The JSON of the record as the service had it before the change, for the resolution of a conflict.
    var base: String?

    /// Makes an entry.
    init(
        sequence: Int64 = 0, event: MutationEvent, user: String? = nil, attempts: Int = 0, lastError: String? = nil,
        base: String? = nil
    ) {
        self.sequence = sequence
        self.event = event
        self.user = user
        self.attempts = attempts
        self.lastError = lastError
        self.base = base
    }
}

// MARK: - As a row

extension OutboxEntry {
    /// The columns of a row, in the order in which ``init(row:)`` reads them.
    static let columns = """
        sequence, id, modelId, modelName, json, mutationType, createdAt, version, inProcess, graphQLFilterJSON, user, \
        attempts, lastError, base
        """

    /// Reads a row of ``columns``.
    ///
    /// - Throws: `RowDecodingError` for values of other types, `DatabaseError` of damage for an invalid time.
    init(row: Row) throws {
        let time: String = try row.decode(atIndex: 6)
        guard let createdAt = try? Temporal.DateTime(iso8601String: time) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an event has no time")
        }
        var event = MutationEvent(
            id: try row.decode(atIndex: 1), modelId: try row.decode(atIndex: 2), modelName: try row.decode(atIndex: 3),
            json: try row.decode(atIndex: 4), mutationType: .update,
            createdAt: createdAt, version: try row.decode(Int?.self, atIndex: 7),
            inProcess: try row.decode(atIndex: 8), graphQLFilterJSON: try row.decode(String?.self, atIndex: 9))
        // A text that this version does not know stays as it is.
        event.mutationType = try row.decode(atIndex: 5)
        self.init(
            sequence: try row.decode(atIndex: 0), event: event, user: try row.decode(String?.self, atIndex: 10),
            attempts: try row.decode(atIndex: 11), lastError: try row.decode(String?.self, atIndex: 12),
            base: try row.decode(String?.self, atIndex: 13))
    }

    /// The statement that adds ``values`` as a row.
    static let insertion: String = {
        let names = columns.split(separator: ", ").dropFirst()
        let places = names.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO MutationEvent (\(names.joined(separator: ", "))) VALUES (\(places))"
    }()

    /// The statement that replaces a row by the values after the first, with the identifier as the last argument.
    static let replacement: String = {
        let changes = columns.split(separator: ", ").dropFirst(2).map { "\($0) = ?" }
        return "UPDATE MutationEvent SET \(changes.joined(separator: ", ")) WHERE id = ?"
    }()

    /// The values of the columns after `sequence`.
    var values: [(any DatabaseValueConvertible)?] {
        [
            event.id, event.modelId, event.modelName, event.json, event.mutationType, event.createdAt.iso8601String,
            event.version, event.inProcess, event.graphQLFilterJSON, user, attempts, lastError, base,
        ]
    }

    /// The entry with the key that the record has under the present schema of its model.
    func withKey(_ key: String) -> OutboxEntry {
        guard key != event.modelId else { return self }
        var copy = self
        copy.event = MutationEvent(
            id: event.id, modelId: key, modelName: event.modelName, json: event.json, mutationType: .update,
            createdAt: event.createdAt, version: event.version, inProcess: event.inProcess,
            graphQLFilterJSON: event.graphQLFilterJSON)
        copy.event.mutationType = event.mutationType
        return copy
    }
}
