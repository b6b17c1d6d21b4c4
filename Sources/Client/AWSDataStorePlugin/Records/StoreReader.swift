// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GRDB

/// Reads of the store inside a transaction.
struct StoreReader {
    let database: Database
    let catalog: ModelCatalog
    let origin: StoreOrigin
}

extension StoreReader {
    /// The record with a key; nil if there is none.
    ///
    /// - Throws: `DataStoreError`, or GRDB's error.
    func record(of schema: ModelSchema, key: String) throws -> (any Model)? {
        let table = try catalog.table(of: schema.name)
        guard let key = table.keyColumn.value(ofKey: key) else { return nil }
        var records = RecordDecoder(table, nil, self)
        return try records.read(SQLFragment(sql: table.statements.selectByKey, values: [key])).first
    }

    /// The records that meet a condition, in an order.
    ///
    /// - Parameters:
    ///   - type: the type of the records.
    ///   - schema: the model; nil for the one of the type's name.
    ///   - predicate: the condition; nil for all records.
    ///   - sort: the fields that the records are sorted by; they are sorted by their keys in the end.
    ///   - page: a part of the sequence; nil for all of it.
    /// - Returns: the records; none for a page beyond the end.
    /// - Throws: `DataStoreError`, or GRDB's error.
    func records<M: Model>(
        of type: M.Type, _ schema: ModelSchema? = nil, where predicate: (any QueryPredicate)? = nil,
        sort: [QuerySortDescriptor]? = nil, page: QueryPaginationInput? = nil
    ) throws -> [M] {
        let table = try catalog.table(of: schema?.name ?? M.modelName)
        guard let query = try query(table, where: predicate, sort: sort, page: page) else { return [] }
        var records = RecordDecoder(table, type, self)
        return try records.read(query, as: type)
    }

    /// The records of a model that meet a condition, in the order of their keys.
    ///
    /// - Throws: `DataStoreError`, or GRDB's error.
    func anyRecords(of schema: ModelSchema, where predicate: (any QueryPredicate)? = nil) throws -> [any Model] {
        let table = try catalog.table(of: schema.name)
        guard let query = try query(table, where: predicate, sort: nil, page: nil) else { return [] }
        var records = RecordDecoder(table, nil, self)
        return try records.read(query)
    }

    /// The keys of the records that meet a condition, in their order.
    ///
    /// - Throws: `DataStoreError`, or GRDB's error.
    func keys(of schema: ModelSchema, where predicate: (any QueryPredicate)? = nil) throws -> [String] {
        let table = try catalog.table(of: schema.name)
        let condition = try predicate.map { try PredicateSQL(table).condition($0) } ?? .always
        let key = table.keyColumn
        let sql = "SELECT \(key.sql) FROM \(table.sql) WHERE \(condition.sql) ORDER BY \(key.sql)"
        var keys: [String] = []
        try StoreStatement(sql, database).forEachRow(condition.values) { row in
            keys.append(row.value(at: 0).keyText(key.kind))
            return true
        }
        return keys
    }

    /// Whether there is a record with a key.
    ///
    /// - Throws: `DataStoreError`, or GRDB's error.
    func exists(_ schema: ModelSchema, key: String) throws -> Bool {
        let table = try catalog.table(of: schema.name)
        guard let key = table.keyColumn.value(ofKey: key) else { return false }
        return try StoreStatement(table.statements.exists, database).hasRow([key])
    }

    /// Whether there is a record with a key, and it meets a condition.
    ///
    /// - Throws: `DataStoreError`, or GRDB's error.
    func fits(_ schema: ModelSchema, key: String, _ condition: any QueryPredicate) throws -> Bool {
        let table = try catalog.table(of: schema.name)
        guard let key = table.keyColumn.value(ofKey: key) else { return false }
        let condition = try PredicateSQL(table).condition(condition)
        let sql = "\(table.statements.exists) AND \(condition.sql)"
        return try StoreStatement(sql, database).hasRow([key] + condition.values)
    }

    /// The records whose attributes have the values of a key, in the order of their keys.
    ///
    /// - Parameters:
    ///   - type: the type of the records.
    ///   - fields: the fields that refer to the other record.
    ///   - key: the texts of the other record's key.
    /// - Returns: the records.
    /// - Throws: `DataStoreError`, or GRDB's error.
    func related<M: Model>(_ type: M.Type, by fields: [String], to key: [String]) throws -> [M] {
        let table = try catalog.table(of: M.modelName)
        let columns = table.schema.attributes(of: fields).compactMap { table.columnsByName[$0] }
        guard !columns.isEmpty, columns.count == key.count else { return [] }
        var conditions: [SQLFragment] = []
        for (column, text) in zip(columns, key) {
            guard let condition = table.condition(column, equals: text) else { return [] }
            conditions.append(condition)
        }
        let condition = SQLFragment.joined(conditions[...], with: "AND")
        let order = try RecordOrder([], table).sql(table)
        var records = RecordDecoder(table, type, self)
        return try records.read(
            SQLFragment(
                sql: "\(table.statements.select) WHERE \(condition.sql) \(order)", values: condition.values),
            as: type)
    }

    private func query(
        _ table: ModelTable, where predicate: (any QueryPredicate)?, sort: [QuerySortDescriptor]?,
        page: QueryPaginationInput?
    ) throws -> SQLFragment? {
        let condition = try predicate.map { try PredicateSQL(table).condition($0) }
        let order = try RecordOrder(sort ?? [], table).sql(table)
        var query = SQLFragment(sql: table.statements.select, values: condition?.values ?? [])
        if let condition { query.sql += " WHERE \(condition.sql)" }
        query.sql += " \(order)"
        if let page {
            guard let part = page.fragment else { return nil }
            query.sql += " \(part.sql)"
            query.values += part.values
        }
        return query
    }
}

extension ModelTable {
    /// The condition that a column has the value of a key's text; nil if no row can have it.
    ///
    /// Dates are compared as instants, because two records may have written the same one in different time zones.
    func condition(_ index: Int, equals text: String) -> SQLFragment? {
        if let instant = columns[index].instant {
            guard let moment = try? Temporal.DateTime(iso8601String: text) else { return nil }
            return SQLFragment(sql: "\(columns[instant].sql) = ?", values: [.integer(moment.milliseconds)])
        }
        return columns[index].value(ofKey: text).map { SQLFragment(sql: "\(columns[index].sql) = ?", values: [$0]) }
    }
}

/// Makes records of rows.
private struct RecordDecoder {
    private let table: ModelTable
    private let database: Database
    private let decoder: JSONDecoder
    /// The registered type, which has no `Codable` form of its own if its values are found by name.
    private let type: (any Model.Type)?
    private var json: RecordJSON

    init(_ table: ModelTable, _ type: (any Model.Type)?, _ reader: StoreReader) {
        self.table = table
        database = reader.database
        self.type = type ?? ModelRegistry.modelType(from: table.name)
        decoder = JSONDecoder(dateDecodingStrategy: ModelDateFormatting.decodingStrategy)
        decoder.setOrigin(reader.origin)
        json = RecordJSON(table, as: type, reader)
    }

    /// The number of rows that are decoded together: each call of a decoder begins with work of its own.
    private static let rowsAtOnce = 128

    /// The records of a query as the registered type.
    ///
    /// - Throws: `DataStoreError.invalidModelName` without a type, `.decodingError` for an unreadable row.
    mutating func read(_ query: SQLFragment) throws -> [any Model] {
        guard let type else { throw DataStoreError.invalidModelName(table.name) }
        let name = table.name
        guard type is any JSONValueHolder.Type else {
            return try read(query, atOnce: Self.rowsAtOnce) { try Self.decode(type, $0, $1) }
        }
        return try read(query, atOnce: 1) { try [Self.decode(name, $0, $1)] }
    }

    /// The records of a query as a type.
    ///
    /// - Throws: `DataStoreError.decodingError` for an unreadable row.
    mutating func read<M: Model>(_ query: SQLFragment, as type: M.Type) throws -> [M] {
        guard type is any JSONValueHolder.Type else {
            return try read(query, atOnce: Self.rowsAtOnce) { try $0.decode([M].self, from: $1) }
        }
        let name = table.name
        return try read(query, atOnce: 1) { decoder, json in
            guard let record = try Self.decode(name, decoder, json) as? M else {
                throw DataStoreError.invalidModelName(name)
            }
            return [record]
        }
    }

    private static func decode<M: Model>(_ type: M.Type, _ decoder: JSONDecoder, _ json: Data) throws -> [any Model] {
        try decoder.decode([M].self, from: json)
    }

    /// A record of a type whose values are found by name, which the app's own closure reads.
    private static func decode(_ name: ModelName, _ decoder: JSONDecoder, _ json: Data) throws -> any Model {
        try ModelRegistry.decode(
            modelName: name, from: String(decoding: json, as: UTF8.self), jsonDecoder: decoder)
    }

    /// The records of a query.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - count: the number of rows that are decoded together.
    ///   - decode: reads the JSON array of several rows, or the object of a single row if `count` is 1.
    /// - Returns: the records.
    /// - Throws: `DataStoreError.decodingError` for an unreadable row, or GRDB's error.
    private mutating func read<R>(
        _ query: SQLFragment, atOnce count: Int, _ decode: (JSONDecoder, Data) throws -> [R]
    ) throws -> [R] {
        var records: [R] = []
        var objects: [[UInt8]] = []
        try StoreStatement(query.sql, database).forEachRow(query.values) { row in
            // As in the original, a record is not found before a related record that it requires.
            guard let object = try json.object(row) else { return true }
            objects.append(object)
            guard objects.count >= count else { return true }
            records += try decoded(objects, atOnce: count, decode)
            objects.removeAll(keepingCapacity: true)
            return true
        }
        if !objects.isEmpty { records += try decoded(objects, atOnce: count, decode) }
        return records
    }

    private func decoded<R>(
        _ objects: [[UInt8]], atOnce count: Int, _ decode: (JSONDecoder, Data) throws -> [R]
    ) throws -> [R] {
        do {
            guard count > 1 else { return try decode(decoder, Data(objects.joined())) }
            var array = Data("[".utf8)
            for (index, object) in objects.enumerated() {
                if index > 0 { array.append(UInt8(ascii: ",")) }
                array.append(contentsOf: object)
            }
            array.append(UInt8(ascii: "]"))
            return try decode(decoder, array)
        } catch let error as DecodingError {
            throw DataStoreError.decodingError(
                "A stored record of \(table.name) cannot be read: \(error)",
                "Compare the model with the one that stored the record, or call DataStore.clear()")
        }
    }
}
