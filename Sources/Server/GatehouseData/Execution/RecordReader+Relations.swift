// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

extension RecordReader {
    /// Loads what selections need of related records, for all records of a level at once.
    func load(
        _ records: [AdmittedRecord], _ prepared: PreparedModel, _ selections: [PlannedField]
    ) throws -> [LoadedRecord] {
        var loaded = records.map { LoadedRecord(admitted: $0) }
        for field in selections {
            guard let relation = prepared.model.fields[field.name]?.relation, field.argumentError == nil,
                let other = context.prepared.model(relation.model), context.admits(field)
            else { continue }
            // The relation of a record in which the caller may not read the field is not followed.
            let positions = loaded.indices.filter { records[$0].shows(field.name) }
            guard !positions.isEmpty else { continue }
            let ends = positions.map { records[$0].end(of: relation, at: field.name).map { RelationEnd($0) } }
            let values = try related(ends, relation, other, field)
            for (position, value) in zip(positions, values) { loaded[position].related[field.key] = value }
        }
        return loaded
    }

    /// The values of a relation for some records; an error of the field is that of each record.
    private func related(
        _ ends: [RelationEnd?], _ relation: Relation, _ other: PreparedModel, _ field: PlannedField
    ) throws -> [Resolved<DataObject>] {
        do {
            return relation.kind == .hasMany
                ? try many(ends, relation, other, field) : try one(ends, relation, other, field)
        } catch let error as GraphQLError {
            return ends.map { _ in .failure(error) }
        }
    }

    // MARK: - One record

    /// The related records that are read and judged at once: some ten megabytes of the largest records.
    private static let mostEnds = 128

    private func one(
        _ ends: [RelationEnd?], _ relation: Relation, _ other: PreparedModel, _ field: PlannedField
    ) throws -> [Resolved<DataObject>] {
        let distinct = Array(Set(ends.compactMap { $0 }))
        try context.budget.take(distinct.count)
        // Each record is judged and loaded once, whatever the number of records that refer to it.
        var positions: [RelationEnd: Int] = [:]
        var admitted: [AdmittedRecord] = []
        var others: [RelationEnd: Resolved<DataObject>] = [:]
        var rules = other.relatedRules(of: context.caller)
        for start in stride(from: 0, to: distinct.count, by: Self.mostEnds) {
            let part = Array(distinct[start..<min(start + Self.mostEnds, distinct.count)])
            let found = relation.index == nil ? try byKey(part, relation, other) : try byIndex(part, relation, other)
            let count = admitted.count
            for (end, stored) in zip(part, found) {
                do throws(GraphQLError) {
                    let record = try other.admit(
                        related: stored, by: &rules, showsTombstones: showsTombstones, to: field, context)
                    if let record {
                        positions[end] = admitted.count
                        admitted.append(record)
                    } else {
                        others[end] = .null
                    }
                } catch {
                    others[end] = .failure(error)
                }
            }
            // What a request may still read does not tell how long a record is that the caller may not read.
            try context.budget.load(admitted[count...].reduce(0) { $0 + $1.size })
        }
        let loaded = try load(admitted, other, field.selections(of: other.name))
        return ends.map { end in
            guard let end else { return .null }
            if let position = positions[end] { return .object(.record(loaded[position]), type: other.name) }
            return others[end] ?? .null
        }
    }

    /// The records at the other ends, which hold the values in their primary keys.
    private func byKey(
        _ ends: [RelationEnd], _ relation: Relation, _ other: PreparedModel
    ) throws -> [UnjudgedRecord?] {
        let keys = ends.map { end in RecordID(other.model.key.fields.map { end.value(of: $0, relation) }) }
        return try reader.records(keys, of: other.model)
    }

    /// The records of an end that are read at once behind a deleted one.
    private static let mostBehind = 100

    /// The first live records at the other ends, which hold the values in an index; for a sync, the first deleted ones
    /// where no live one is.
    private func byIndex(
        _ ends: [RelationEnd], _ relation: Relation, _ other: PreparedModel
    ) throws -> [UnjudgedRecord?] {
        var query = RecordQuery(
            index: relation.index, scope: .everything, includesDeleted: true, limit: 1, readLimit: 1)
        let first = try pages(ends, query, relation, other)
        var found = first.map(\.records.first)
        // Tombstones keep their places in the index until they expire, and a live record may be behind them.
        let hidden = first.indices.filter { found[$0]?.isDeleted == true && first[$0].next != nil }
        (query.includesDeleted, query.limit, query.readLimit) = (false, Self.mostBehind, Self.mostBehind)
        let behind = try pages(hidden.map { ends[$0] }, query, relation, other)
        for (position, page) in zip(hidden, behind) {
            if let live = try firstRecord(page, at: ends[position], query, relation, other) { found[position] = live }
        }
        let showsDeleted = showsTombstones && other.model.isVersioned
        return found.map { showsDeleted || $0?.isDeleted != true ? $0 : nil }
    }

    /// The first record of a page, or of the pages after it if it has none.
    private func firstRecord(
        _ page: UnjudgedPage, at end: RelationEnd, _ query: RecordQuery, _ relation: Relation, _ other: PreparedModel
    ) throws -> UnjudgedRecord? {
        var page = page
        var query = query
        while page.records.isEmpty, let next = page.next {
            try context.budget.take(0)
            query.after = next
            page = try pages([end], query, relation, other)[0]
        }
        return page.records.first
    }

    // MARK: - Many records

    private func many(
        _ ends: [RelationEnd?], _ relation: Relation, _ other: PreparedModel, _ field: PlannedField
    ) throws -> [Resolved<DataObject>] {
        let verdict = context.judge(.related(stored: nil), of: other)
        guard verdict.isAllowed else { throw GraphQLError.unauthorized(verdict, field) }
        let arguments = field.arguments.stored
        let sort = other.sortFields(of: relation)
        var query = RecordQuery(index: relation.index, scope: verdict.scope)
        query.filter = try filter(arguments, other)
        try check(query.filter, also: sort, verdict, of: other)
        query.isDescending = arguments["sortDirection"]?.text == "DESC"
        query.includesDeleted = other.model.isVersioned
        let sortCondition = try sortCondition(arguments, relation, sort, other)

        let distinct = Array(Set(ends.compactMap { $0 }))
        let length = try limit(arguments, usual: relation.limit)
        query.limit = share(of: length, arguments, parents: distinct.count)
        var pages: [RelationEnd: UnjudgedPage] = [:]
        if let token = field.pageToken {
            // A token belongs to one record; any other one refuses it.
            let scope = PageScope(field, context)
            for end in distinct {
                query.after = try scope.position(token, parent: end.values).record
                pages[end] = try read([end], query, relation, other, sortCondition)[0]
            }
        } else {
            for (end, page) in zip(distinct, try read(distinct, query, relation, other, sortCondition)) {
                pages[end] = page
            }
        }
        // A client that does not ask for a token would not learn that a page is shorter than usual.
        let isCut = query.limit < length && pages.values.contains { $0.next != nil }
        guard !isCut || field.selections(of: other.connection).contains(where: { $0.name == "nextToken" }) else {
            throw GraphQLError.tooExpensive("The request reads more than \(context.limits.records) records.")
        }
        let admitted = other.admit(related: distinct.map { pages[$0]?.records ?? [] }, context)
        let loaded = try connections(admitted, other, field)
        let scope = pages.values.contains { $0.next != nil } ? PageScope(field, context) : nil
        var connections: [RelationEnd: LoadedConnection] = [:]
        for (end, connection) in zip(distinct, loaded) {
            connections[end] = connection
            guard let next = pages[end]?.next else { continue }
            connections[end]?.nextToken = scope?.token(PagePosition(next), parent: end.values)
        }
        return ends.map { end in
            let connection = end.flatMap { connections[$0] } ?? LoadedConnection()
            return .object(.connection(connection), type: other.connection)
        }
    }

    /// Returns the length of each page: without an argument, the share of what the request may still read.
    private func share(of length: Int, _ arguments: GraphQLObject, parents: Int) -> Int {
        guard arguments["limit"] ?? .null == .null, parents > 0 else { return length }
        return max(1, min(length, context.budget.remaining / parents))
    }

    private func sortCondition(
        _ arguments: GraphQLObject, _ relation: Relation, _ sort: [String], _ other: PreparedModel
    ) throws(GraphQLError) -> Comparison? {
        guard relation.otherFields.count == 1 else { return nil }
        var keys = arguments
        // The compiler needs a value of the partition, and only the comparison of its result is used.
        keys[relation.otherFields[0]] = .boolean(true)
        do throws(ConditionProblem) {
            return try ConditionCompiler.key(keys, partition: relation.otherFields[0], sort: sort, other.model)?.sort
        } catch {
            throw GraphQLError(error)
        }
    }

    // MARK: - Statements

    /// Reads a page for each end; a page is charged its length before it is read.
    private func read(
        _ ends: [RelationEnd], _ query: RecordQuery, _ relation: Relation, _ other: PreparedModel,
        _ sort: Comparison?
    ) throws -> [UnjudgedPage] {
        let charge = ends.count * query.limit
        try context.budget.take(charge)
        var query = query
        query.readLimit = query.limit
        let pages = try pages(ends, query, relation, other, sort)
        try context.budget.settle(taken: charge, pages)
        return pages
    }

    /// A page for each end; with one attribute at an end, all pages in one statement.
    private func pages(
        _ ends: [RelationEnd], _ query: RecordQuery, _ relation: Relation, _ other: PreparedModel,
        _ sort: Comparison? = nil
    ) throws -> [UnjudgedPage] {
        guard !ends.isEmpty else { return [] }
        var query = query
        if relation.otherFields.count == 1, query.after == nil {
            query.key = KeyCondition(partition: ends[0].values[0], sort: sort)
            return try reader.pages(ends.map { $0.values[0] }, query, of: other.model)
        }
        let sortFields = relation.index.flatMap { other.model.index($0)?.sort } ?? other.model.key.sort
        return try ends.map { end in
            query.key = KeyCondition(
                partition: end.values[0], prefix: Array(end.values.dropFirst()), of: sortFields, sort: sort)
            return try reader.page(query, of: other.model)
        }
    }
}

/// The values of the attributes by which a relation finds records.
///
/// Two ends are equal if their texts are equal byte by byte; Swift's own comparison of texts knows more equal ones.
private struct RelationEnd: Hashable {
    let values: [GraphQLValue]
    private let bytes: KeyBytes

    init(_ id: RecordID) {
        values = id.values
        bytes = KeyBytes(id)
    }

    /// The value of one of the other record's fields.
    func value(of field: String, _ relation: Relation) -> GraphQLValue {
        zip(relation.otherFields, values).first { $0.0 == field }?.1 ?? .null
    }

    static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension PreparedModel {
    /// The fields that order the records of a relation.
    fileprivate func sortFields(of relation: Relation) -> [String] {
        let sort = relation.index.flatMap { model.index($0)?.sort } ?? model.key.sort
        return relation.otherFields.count == 1 ? sort : []
    }
}
