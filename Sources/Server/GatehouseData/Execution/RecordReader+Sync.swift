// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

extension RecordReader {
    /// The milliseconds that a sync of changes reaches back behind the time of the last sync.
    ///
    /// The time of a change is taken in its transaction, a moment before other transactions see it.
    private static let overlap = Int(DataEvents.longestWait / .milliseconds(1))

    /// A page of all records, or of the changes since the last sync; tombstones are in it.
    func sync(_ field: PlannedField, _ prepared: PreparedModel) throws -> Resolved<DataObject> {
        let arguments = field.arguments.stored
        let now = context.forwardClock.now.milliseconds
        let verdict = context.judge(.sync, of: prepared)
        guard verdict.isAllowed else { throw GraphQLError.unauthorized(verdict, field) }
        let filter = try filter(arguments, prepared)
        try check(filter, verdict, of: prepared)
        let position = try field.pagePosition(context)
        if let position { try requireTombstones(since: position, now) }
        let limit = try limit(arguments)
        // The first page decides for all of them.
        let since = position.map { $0.isDelta ? lastSync(arguments) : nil } ?? deltaStart(arguments, now)
        let startedAt = position?.startedAt ?? now

        let page: UnjudgedPage
        if let since {
            page = try changes(since, position?.record, verdict, filter, limit, prepared)
        } else {
            var query = RecordQuery(scope: verdict.scope, filter: filter, includesDeleted: true, limit: limit)
            query.after = position?.record
            page = try read(query, prepared)
        }
        var inner = self
        inner.showsTombstones = true
        var connection = try inner.connections([prepared.admit(page.records, .sync, context)], prepared, field)[0]
        connection.startedAt = startedAt
        connection.nextToken = page.next.map {
            PageScope(field, context).token(PagePosition($0, startedAt: startedAt, isDelta: since != nil))
        }
        return .object(.connection(connection), type: prepared.connection)
    }

    /// Refuses the token of a sync of changes that is so old that deletions of its time may be forgotten.
    private func requireTombstones(since position: PagePosition, _ now: Int) throws(GraphQLError) {
        guard position.isDelta, let start = position.startedAt else { return }
        let age = Double(now - start) / 1_000
        guard age <= RecordRetention.tombstones - context.limits.deltaSeconds else { throw .invalidToken }
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
        _ since: Int, _ after: RecordPosition?, _ verdict: AccessVerdict, _ filter: Condition?, _ limit: Int,
        _ prepared: PreparedModel
    ) throws -> UnjudgedPage {
        var next = after
        while true {
            let count = max(1, min(limit, context.budget.remaining))
            try context.budget.take(count)
            var page = try reader.changes(
                of: prepared.model, verdict.scope, since: max(0, since - Self.overlap), after: next, limit: count)
            try context.budget.settle(taken: count, [page])
            page.records = prepared.changes(page.records, in: verdict, filter, context)
            guard page.records.isEmpty, page.next != nil, context.budget.remaining > limit else { return page }
            next = page.next
        }
    }
}
