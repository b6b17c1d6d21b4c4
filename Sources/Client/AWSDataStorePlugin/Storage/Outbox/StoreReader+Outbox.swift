// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GRDB

/// The outbox, without the events that the present models cannot read.
extension StoreReader {
    /// The events of a record, the oldest first, with those that are on their way to the service.
    func events(of model: ModelName, key: String) throws -> [OutboxEntry] {
        try entries("modelId = ? AND modelName = ? AND isUnreadable = 0 ORDER BY sequence", [key, model])
    }

    /// Whether a record has events, sent or not.
    func hasEvents(of model: ModelName, key: String) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT 1 FROM MutationEvent WHERE modelId = ? AND modelName = ? AND isUnreadable = 0 LIMIT 1")
        return try Int.fetchOne(statement, arguments: [key, model]) != nil
    }

    /// Whether no event waits or is on its way.
    func isOutboxEmpty() throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM MutationEvent WHERE isUnreadable = 0 LIMIT 1")
        return try Int.fetchOne(statement) == nil
    }

    /// The events at the head of the queue, the oldest first, with those that are on their way to the service.
    func nextEvents(limit: Int) throws -> [OutboxEntry] {
        try entries("isUnreadable = 0 ORDER BY sequence LIMIT ?", [max(0, limit)])
    }

    /// The events after a place in the queue, the oldest first, with those that are on their way to the service.
    func events(after sequence: Int64, limit: Int) throws -> [OutboxEntry] {
        try entries("isUnreadable = 0 AND sequence > ? ORDER BY sequence LIMIT ?", [sequence, max(0, limit)])
    }

    /// An event by its identifier; nil if it has left the outbox.
    ///
    /// Events that the present models cannot read are found, too.
    func event(id: String) throws -> OutboxEntry? {
        try entries("id = ?", [id]).first
    }

    /// The number of events.
    func outboxCount() throws -> Int {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT count(*) FROM MutationEvent WHERE isUnreadable = 0")) ?? 0
    }

    /// The events that the present models cannot read, the oldest first.
    ///
    /// They are kept, because a later version of the app may read them, and are not sent.
    func unreadableEvents() throws -> [OutboxEntry] {
        try entries("isUnreadable = 1 ORDER BY sequence", [])
    }

    private func entries(_ condition: String, _ arguments: StatementArguments) throws -> [OutboxEntry] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(OutboxEntry.columns) FROM MutationEvent WHERE \(condition)")
        return try Row.fetchAll(statement, arguments: arguments).map(OutboxEntry.init(row:))
    }
}
