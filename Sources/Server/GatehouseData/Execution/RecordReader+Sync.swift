// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// What a sync knows, before its transaction begins, of the changes that have not ended.
///
/// A sync tells its client the time from which the next one begins. A change has the time of its transaction, which may
/// end after this sync although the time is before it. So the time is not later than that of any open transaction: the
/// next sync finds the change, however long its transaction stays open.
struct SyncStart: Sendable {
    /// The milliseconds that the clocks of two nodes may differ: each one by 5 seconds from the database's.
    private static let longestDifference = 10_000

    /// How far the changes of this process have ended.
    let settled: SettledChanges
    /// The id of this process on a database that other processes serve, too.
    let node: String?

    init(_ events: DataEvents, _ clock: ForwardClock) {
        settled = events.open.settled(by: clock)
        node = events.node
    }

    /// The greatest difference between the clocks of two nodes, in milliseconds.
    var difference: Int { node == nil ? 0 : Self.longestDifference }

    /// The time from which the next sync begins, in milliseconds since 1970.
    func time(_ reader: GuardedReader) throws -> Int {
        guard let node else { return settled.time }
        return try reader.settledTime(settled, of: node)
    }
}

extension RecordReader {
    /// The milliseconds that a sync of changes reaches back behind the time of the last sync.
    ///
    /// A client may name a time of its own, at which a transaction was open.
    private static let overlap = Int(DataEvents.longestWait / .milliseconds(1))

    /// A page of all records, or of the changes since the last sync; tombstones are in it.
    func sync(
        _ field: PlannedField, _ prepared: PreparedModel, _ start: SyncStart
    ) throws -> Resolved<DataObject> {
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
        let since = position.map { $0.isDelta ? lastSync(arguments) : nil } ?? deltaStart(arguments, now, start)
        let startedAt = try position?.startedAt ?? start.time(reader)

        let page: UnjudgedPage
        if let since {
            let reach = Self.overlap + start.difference
            page = try changes(since - reach, position?.record, verdict, filter, limit, prepared)
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
    private func deltaStart(_ arguments: GraphQLObject, _ now: Int, _ start: SyncStart) -> Int? {
        // The last sync may have been on a node whose clock is ahead.
        guard let time = lastSync(arguments), time <= now + start.difference,
            now - time <= Int(context.limits.deltaSeconds * 1_000)
        else { return nil }
        return time
    }

    /// A page of changes at or after a time that the caller may see.
    private func changes(
        _ since: Int, _ after: RecordPosition?, _ verdict: AccessVerdict, _ filter: Condition?, _ limit: Int,
        _ prepared: PreparedModel
    ) throws -> UnjudgedPage {
        var next = after
        while true {
            let count = max(1, min(limit, context.budget.remaining))
            try context.budget.take(count)
            var page = try reader.changes(
                of: prepared.model, verdict.scope, since: max(0, since), after: next, limit: count)
            try context.budget.settle(taken: count, [page])
            page.records = prepared.changes(page.records, in: verdict, filter, context)
            guard page.records.isEmpty, page.next != nil, context.budget.remaining > limit else { return page }
            next = page.next
        }
    }
}
