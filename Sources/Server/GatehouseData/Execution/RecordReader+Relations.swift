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
            let positions = loaded.indices.filter {
                records[$0].readable.contains(field.name) && !records[$0].hidden.contains(field.name)
            }
            guard !positions.isEmpty else { continue }
            let parents = positions.map { records[$0].record }
            let values = try related(parents, relation, other, field)
            for (position, value) in zip(positions, values) { loaded[position].related[field.key] = value }
        }
        return loaded
    }

    /// The values of a relation for some records; an error of the field is that of each record.
    private func related(
        _ parents: [Record], _ relation: Relation, _ other: PreparedModel, _ field: PlannedField
    ) throws -> [Resolved<DataObject>] {
        do {
            return relation.kind == .hasMany
                ? try many(parents, relation, other, field) : try one(parents, relation, other, field)
        } catch let error as GraphQLError {
            return parents.map { _ in .failure(error) }
        }
    }

    // MARK: - One record

    /// The keys of related records that are read at once: some ten megabytes of the largest records.
    private static let mostKeys = 128

    private func one(
        _ parents: [Record], _ relation: Relation, _ other: PreparedModel, _ field: PlannedField
    ) throws -> [Resolved<DataObject>] {
        let ends = parents.map { RelationEnd($0, relation) }
        let found =
            relation.index == nil
            ? try byKey(ends.compactMap { $0 }, relation, other) : try byIndex(ends.compactMap { $0 }, relation, other)
        // Each record is judged and loaded once, whatever the number of records that refer to it.
        var positions: [RelationEnd: Int] = [:]
        var admitted: [AdmittedRecord] = []
        var others: [RelationEnd: Resolved<DataObject>] = [:]
        for end in ends.compactMap({ $0 }) where positions[end] == nil && others[end] == nil {
            let record = found[end]
            let verdict = context.judge(.related(stored: record?.fields), of: other)
            if !verdict.isAllowed {
                others[end] = .failure(.unauthorized(verdict, field))
            } else if let record, showsTombstones || !record.isDeleted {
                positions[end] = admitted.count
                admitted.append(AdmittedRecord(record: record, readable: verdict.fields))
            } else {
                others[end] = .null
            }
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
    ) throws -> [RelationEnd: Record] {
        let distinct = Set(ends)
        guard !distinct.isEmpty else { return [:] }
        try context.budget.take(distinct.count)
        let keys = distinct.map { end in
            RecordID(other.model.key.fields.map { end.value(of: $0, relation) })
        }
        var found: [RelationEnd: Record] = [:]
        // The bytes are known after the read, so that a part is read at a time.
        for start in stride(from: 0, to: keys.count, by: Self.mostKeys) {
            let part = Array(keys[start..<min(start + Self.mostKeys, keys.count)])
            let records = try reader.records(part, of: other.name, in: api)
            try context.budget.settle(taken: part.count, [RecordPage(records, read: part.count)])
            for record in records {
                guard let end = RelationEnd(record.fields, relation.otherFields) else { continue }
                found[end] = record
            }
        }
        return found
    }

    /// The first records at the other ends, which hold the values in an index.
    private func byIndex(
        _ ends: [RelationEnd], _ relation: Relation, _ other: PreparedModel
    ) throws -> [RelationEnd: Record] {
        var found: [RelationEnd: Record] = [:]
        let distinct = Array(Set(ends))
        var query = RecordQuery(index: relation.index, scope: .everything, limit: 1, readLimit: 1)
        query.includesDeleted = showsTombstones
        let pages = try read(distinct, query, relation, other)
        for (end, page) in zip(distinct, pages) { found[end] = page.records.first }
        return found
    }

    // MARK: - Many records

    private func many(
        _ parents: [Record], _ relation: Relation, _ other: PreparedModel, _ field: PlannedField
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

        let ends = parents.map { RelationEnd($0, relation) }
        let distinct = Array(Set(ends.compactMap { $0 }))
        let length = try limit(arguments, usual: relation.limit)
        query.limit = share(of: length, arguments, parents: distinct.count)
        var pages: [RelationEnd: RecordPage] = [:]
        if arguments["nextToken"]?.text != nil {
            // A token belongs to one record; any other one refuses it.
            for end in distinct {
                query.after = try PageScope(field, context, parent: end.values).position(arguments)?.record
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
        let admitted = distinct.map { end in (pages[end]?.records ?? []).compactMap { admit($0, other) } }
        let loaded = try connections(admitted, other, field)
        var connections: [RelationEnd: LoadedConnection] = [:]
        for (end, connection) in zip(distinct, loaded) {
            connections[end] = connection
            guard let next = pages[end]?.next else { continue }
            connections[end]?.nextToken = PageScope(field, context, parent: end.values).token(PagePosition(next))
        }
        return ends.map { end in
            let connection = end.flatMap { connections[$0] } ?? LoadedConnection()
            return .object(.connection(connection), type: other.connection)
        }
    }

    private func admit(_ record: Record, _ other: PreparedModel) -> AdmittedRecord? {
        let verdict = other.judge.judge(
            .related(stored: record.fields), by: caller, noting: context.decisions.leavingOut)
        return verdict.isAllowed ? AdmittedRecord(record: record, readable: verdict.fields) : nil
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

    /// Reads a page for each end; with one attribute at an end, all pages in one statement.
    private func read(
        _ ends: [RelationEnd], _ query: RecordQuery, _ relation: Relation, _ other: PreparedModel,
        _ sort: Comparison? = nil
    ) throws -> [RecordPage] {
        guard !ends.isEmpty else { return [] }
        // A page is charged its length before it is read.
        let charge = ends.count * query.limit
        try context.budget.take(charge)
        var query = query
        query.readLimit = query.limit
        let sortFields = relation.index.flatMap { other.model.index($0)?.sort } ?? other.model.key.sort
        let pages: [RecordPage]
        if relation.otherFields.count == 1, query.after == nil {
            query.key = KeyCondition(partition: ends[0].values[0], sort: sort)
            pages = try reader.pages(ends.map { $0.values[0] }, query, of: other.name, in: api)
        } else {
            pages = try ends.map { end in
                query.key = KeyCondition(
                    partition: end.values[0], prefix: Array(end.values.dropFirst()), of: sortFields, sort: sort)
                return try reader.page(query, of: other.name, in: api)
            }
        }
        try context.budget.settle(taken: charge, pages)
        return pages
    }
}

/// The values of the attributes by which a relation finds records.
///
/// Two ends are equal if their texts are equal byte by byte; Swift's own comparison of texts knows more equal ones.
private struct RelationEnd: Hashable {
    let values: [GraphQLValue]
    private let bytes: [[UInt8]]

    /// The values of a record in some fields; `nil` if one is missing or empty.
    init?(_ record: GraphQLObject, _ fields: [String]) {
        guard let key = fields.first,
            let id = RecordID(record, RecordKey(partition: key, sort: Array(fields.dropFirst())))
        else { return nil }
        values = id.values
        bytes = id.values.map { Array((SortKey.spelling($0) ?? "").utf8) }
    }

    /// The values that a record has for a relation.
    init?(_ record: Record, _ relation: Relation) { self.init(record.fields, relation.ownFields) }

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
