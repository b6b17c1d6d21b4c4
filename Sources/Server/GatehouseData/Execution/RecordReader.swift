// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// Reads records for one root field in one transaction, with all related records that the request selects.
///
/// A level of the selections is read for all records of the level above at once, so that the number of statements does
/// not grow with the number of records. This file reads the first level, the others follow relations.
struct RecordReader {
    let context: RequestContext
    let reader: GuardedReader
    /// Whether tombstones of related records are shown.
    var showsTombstones = false

    var caller: Caller { context.caller }

    // MARK: - One record

    /// The record with the key in a field's arguments; a foreign one is refused, a missing one is `null`.
    func get(_ field: PlannedField, _ prepared: PreparedModel) throws -> Resolved<DataObject> {
        guard let key = RecordID(field.arguments.stored, prepared.model.key) else {
            throw GraphQLError(ConditionProblem.emptyKey(prepared.model.key.partition))
        }
        try context.budget.take(1)
        let stored = try reader.record(key, of: prepared.model)
        guard let admitted = try prepared.admit(stored, to: field, context) else { return .null }
        return try object(admitted, prepared, field)
    }

    /// A record with what a field selects of it.
    func object(
        _ record: AdmittedRecord, _ prepared: PreparedModel, _ field: PlannedField
    ) throws -> Resolved<DataObject> {
        let loaded = try load([record], prepared, field.selections(of: prepared.name))
        return .object(.record(loaded[0]), type: prepared.name)
    }

    // MARK: - Pages

    /// A page of the primary key or of an index.
    func list(
        _ field: PlannedField, _ prepared: PreparedModel, index: RecordIndex? = nil
    ) throws -> Resolved<DataObject> {
        let arguments = field.arguments.stored
        let (partition, sort) =
            index.map { ($0.partition, $0.sort) }
            ?? (prepared.model.key.partition, prepared.model.key.sort)
        let key = try condition { () throws(ConditionProblem) in
            try ConditionCompiler.key(arguments, partition: partition, sort: sort, prepared.model)
        }
        if arguments["sortDirection"] ?? .null != .null, sort.isEmpty, index == nil {
            throw GraphQLError(
                .execution, "sortDirection is not supported for List operations without a Sort key defined.",
                errorType: "InvalidArgumentsError")
        }
        var keys = GraphQLObject()
        if let key { keys[partition] = key.partition }
        if case .equal(let value)? = key?.sort, sort.count == 1 { keys[sort[0]] = value }
        let verdict = context.judge(.list(keys: keys), of: prepared)
        guard verdict.isAllowed else { throw GraphQLError.unauthorized(verdict, field) }

        var query = RecordQuery(index: index?.name, key: key, scope: verdict.scope)
        query.filter = try filter(arguments, prepared)
        try check(query.filter, also: key == nil ? [] : [partition] + sort, verdict, of: prepared)
        query.isDescending = arguments["sortDirection"]?.text == "DESC"
        query.includesDeleted = prepared.model.isVersioned
        let position = try field.pagePosition(context)
        query.limit = try limit(arguments)
        let (found, next) = try page(
            query, in: ownPartitions(key, of: partition, prepared), after: position, prepared)
        let records = prepared.admit(found, .list, context)
        var connection = try connections([records], prepared, field)[0]
        connection.nextToken = next.map { PageScope(field, context).token($0) }
        return .object(.connection(connection), type: prepared.connection)
    }

    /// The partitions in which a key finds its records: one, or all that have records of the caller if the key names
    /// the caller as an owner.
    ///
    /// Readers see the last part of an owner only, and older records have been stored with one part: so each of the
    /// values finds all records of the caller.
    private func ownPartitions(
        _ key: KeyCondition?, of field: String, _ prepared: PreparedModel
    ) -> [GraphQLValue] {
        guard let key, let text = key.partition.text, let claims = prepared.ownerClaims[field],
            let owner = caller.owner(claims), owner.accepts(text)
        else { return key.map { [$0.partition] } ?? [] }
        return owner.accepted.map { .string($0) }
    }

    /// Reads a page of several partitions, one after another; without any, of all records.
    private func page(
        _ query: RecordQuery, in partitions: [GraphQLValue], after position: PagePosition?, _ prepared: PreparedModel
    ) throws -> (records: [UnjudgedRecord], next: PagePosition?) {
        var query = query
        query.after = position?.record
        guard partitions.count > 1 else {
            let page = try read(query, prepared)
            return (page.records, page.next.map { PagePosition($0) })
        }
        let limit = query.limit
        var records: [UnjudgedRecord] = []
        var last: PagePosition?
        for number in partitions.indices.dropFirst(position?.partition ?? 0) {
            query.key?.partition = partitions[number]
            // A page that is full ends there, if another partition has a record.
            query.limit = max(1, limit - records.count)
            let page = try read(query, prepared)
            guard records.count < limit || page.records.isEmpty else { return (records, last) }
            records += page.records
            if let next = page.next { return (records, PagePosition(next, partition: number)) }
            if let record = page.records.last {
                last = PagePosition(record.position(in: query, prepared.model), partition: number)
            }
            query.after = nil
        }
        return (records, nil)
    }

    /// Reads a page within what the request may still read.
    func read(_ query: RecordQuery, _ prepared: PreparedModel) throws -> UnjudgedPage {
        var query = query
        try context.budget.take(1)
        query.readLimit = context.budget.remaining + 1
        query.limit = min(query.limit, query.readLimit)
        let page = try reader.page(query, of: prepared.model)
        try context.budget.settle(taken: 1, [page])
        return page
    }

    // MARK: - Arguments

    /// The length of a page in a field's arguments.
    func limit(_ arguments: GraphQLObject, usual: Int = 100) throws(GraphQLError) -> Int {
        guard case .int(let limit)? = arguments["limit"] else { return min(usual, context.limits.page) }
        guard limit > 0 else { throw .badRequest("The limit must be greater than 0.") }
        return min(limit, context.limits.page)
    }

    /// The filter in a field's arguments.
    func filter(_ arguments: GraphQLObject, _ prepared: PreparedModel) throws(GraphQLError) -> Condition? {
        try condition { () throws(ConditionProblem) in
            try ConditionCompiler.condition(arguments["filter"], prepared.model, limits: context.limits.conditions)
        }
    }

    private func condition<Value>(_ compile: () throws(ConditionProblem) -> Value) throws(GraphQLError) -> Value {
        do {
            return try compile()
        } catch {
            throw GraphQLError(error)
        }
    }

    /// Refuses a search by fields that the caller may not read in each record.
    func check(
        _ filter: Condition?, also fields: [String] = [], _ verdict: AccessVerdict, of prepared: PreparedModel
    ) throws(GraphQLError) {
        try prepared.requireSearchable(
            (filter?.fields ?? []).union(fields), verdict, noting: context.decisions)
    }

    // MARK: - Connections

    /// Pages with what a field selects of their elements.
    func connections(
        _ pages: [[AdmittedRecord]], _ prepared: PreparedModel, _ field: PlannedField
    ) throws -> [LoadedConnection] {
        var connections = pages.map { _ in LoadedConnection() }
        for items in field.selections(of: prepared.connection) where items.name == "items" && context.admits(items) {
            let loaded = try load(pages.flatMap { $0 }, prepared, items.selections(of: prepared.name))
            var start = 0
            for (position, page) in pages.enumerated() {
                connections[position].items[items.key] = loaded[start..<(start + page.count)].map {
                    .object(.record($0), type: prepared.name)
                }
                start += page.count
            }
        }
        return connections
    }
}
