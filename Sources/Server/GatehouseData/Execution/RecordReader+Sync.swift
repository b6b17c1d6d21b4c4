// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

extension RecordReader {
    /// The milliseconds that a sync of changes reaches back behind the time of the last sync.
    ///
    /// The time of a change is taken in its transaction, a moment before other transactions see it.
    private static let overlap = 5_000

    /// A page of all records, or of the changes since the last sync; tombstones are in it.
    func sync(_ field: PlannedField, _ prepared: PreparedModel) throws -> Resolved<DataObject> {
        let arguments = field.arguments.stored
        let now = context.clock.now.milliseconds
        let verdict = prepared.judge.judge(.sync, by: caller)
        guard verdict.isAllowed else { throw GraphQLError.unauthorized(verdict, field) }
        let filter = try filter(arguments, prepared)
        try check(filter, verdict)
        let scope = PageScope(field, context)
        let position = try scope.position(arguments)
        let limit = try limit(arguments)
        // The first page decides for all of them.
        let since = position.map { $0.isDelta ? lastSync(arguments) : nil } ?? deltaStart(arguments, now)
        let startedAt = position?.startedAt ?? now

        let page: RecordPage
        if let since {
            page = try changes(since, position?.record, verdict.scope, filter, limit, prepared)
        } else {
            var query = RecordQuery(scope: verdict.scope, filter: filter, includesDeleted: true, limit: limit)
            query.after = position?.record
            page = try read(query, prepared)
        }
        var inner = self
        inner.showsTombstones = true
        var connection = try inner.connections([admitted(page.records, prepared, .sync)], prepared, field)[0]
        connection.startedAt = startedAt
        connection.nextToken = page.next.map {
            scope.token(PagePosition($0, startedAt: startedAt, isDelta: since != nil))
        }
        return .object(.connection(connection), type: prepared.connection)
    }

    private func lastSync(_ arguments: GraphQLObject) -> Int? {
        if case .int(let time)? = arguments["lastSync"] { time } else { nil }
    }

    /// The time of the last sync if its changes are still kept; `nil` means all records.
    private func deltaStart(_ arguments: GraphQLObject, _ now: Int) -> Int? {
        guard let time = lastSync(arguments), time <= now, now - time <= Int(context.limits.deltaSeconds * 1_000) else {
            return nil
        }
        return time
    }

    /// A page of changes that the caller may see.
    private func changes(
        _ since: Int, _ after: RecordPosition?, _ scope: RecordScope, _ filter: Condition?, _ limit: Int,
        _ prepared: PreparedModel
    ) throws -> RecordPage {
        var page = RecordPage([], next: after, read: 0)
        repeat {
            let count = max(1, min(limit, context.budget.remaining))
            try context.budget.take(count)
            let part = try reader.changes(
                of: prepared.name, in: api, since: max(0, since - Self.overlap), after: page.next,
                limit: count)
            try context.budget.settle(taken: count, [part])
            page.next = part.next
            page.records += part.records.filter { record in
                scope.contains(record.fields) && filter?.holds(for: record.versioned) ?? true
            }
        } while page.records.isEmpty && page.next != nil && context.budget.remaining > limit
        return page
    }
}

extension Date {
    /// The time in milliseconds since 1970.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded()) }
}
