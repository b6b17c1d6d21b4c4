// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GRDB

/// Writes of the store inside a transaction, which can read as well.
struct StoreWriter {
    let reader: StoreReader
    let changes: ChangeLog
}

extension StoreWriter {
    /// Adds a record.
    ///
    /// - Throws: `DataStoreError` for a value that the store cannot keep, or GRDB's error, also if the key exists.
    func insert(_ record: any Model, _ schema: ModelSchema) throws {
        let table = try reader.catalog.table(of: schema.name)
        let values = try table.values(of: record, isNew: true)
        try StoreStatement(table.statements.insert, reader.database).run(values)
    }

    /// Replaces the values of the record with the same key.
    ///
    /// The name of an enumeration's value that the model does not know stays, unless the record has another value. So do
    /// columns of a newer version of the app.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - schema: the model.
    ///   - keepsUnknown: whether names of unknown values stay.
    /// - Returns: whether there is a record with the key.
    /// - Throws: `DataStoreError` for a value that the store cannot keep, or GRDB's error.
    @discardableResult
    func update(_ record: any Model, _ schema: ModelSchema, keepsUnknown: Bool = true) throws -> Bool {
        let table = try reader.catalog.table(of: schema.name)
        var values = try table.values(of: record, isNew: false)
        if keepsUnknown, table.enumerations.contains(where: { values[$0] == .null }) {
            let unknown = try reader.unknownNames(in: table, values[table.key])
            for (index, name) in unknown where values[index] == .null { values[index] = .text(name) }
        }
        try StoreStatement(table.statements.update, reader.database).run(values + [values[table.key]])
        return reader.database.changesCount > 0
    }

    /// Removes the record with a key, if there is one.
    ///
    /// - Throws: `DataStoreError`, or GRDB's error.
    func remove(_ schema: ModelSchema, key: String) throws {
        let table = try reader.catalog.table(of: schema.name)
        guard let key = table.keyColumn.value(ofKey: key) else { return }
        try StoreStatement(table.statements.delete, reader.database).run([key])
    }

    /// Stores names of enumerations' values as the service has them, where the model of this version does not know them.
    ///
    /// - Parameters:
    ///   - names: the names by field; other fields than enumerations are left out.
    ///   - schema: the model.
    ///   - key: the key of the record.
    /// - Throws: `DataStoreError`, or GRDB's error.
    func keep(unknown names: [ModelFieldName: String], of schema: ModelSchema, key: String) throws {
        let table = try reader.catalog.table(of: schema.name)
        guard let key = table.keyColumn.value(ofKey: key) else { return }
        for (field, name) in names.sorted(by: { $0.key < $1.key }) {
            guard let column = table.column(named: field), column.enumeration != nil else { continue }
            let sql = "UPDATE \(table.sql) SET \(column.sql) = ? WHERE \(table.keyColumn.sql) = ?"
            try StoreStatement(sql, reader.database).run([.text(name), key])
        }
    }
}

extension StoreReader {
    /// The names of enumerations' values that a record has and the model does not know, by field.
    ///
    /// The record has no value there when it is read. An update must not send that to the service.
    ///
    /// - Throws: `DataStoreError`, or GRDB's error.
    func unknownNames(of schema: ModelSchema, key: String) throws -> [ModelFieldName: String] {
        let table = try catalog.table(of: schema.name)
        guard let key = table.keyColumn.value(ofKey: key) else { return [:] }
        let names = try unknownNames(in: table, key).map { (table.columns[$0.key].name, $0.value) }
        return Dictionary(names) { first, _ in first }
    }

    /// The names by column.
    fileprivate func unknownNames(in table: ModelTable, _ key: StoredValue) throws -> [Int: String] {
        let columns = table.enumerations
        guard !columns.isEmpty else { return [:] }
        let names = columns.map { table.columns[$0].sql }.joined(separator: ", ")
        let sql = "SELECT \(names) FROM \(table.sql) WHERE \(table.keyColumn.sql) = ?"
        var unknown: [Int: String] = [:]
        try StoreStatement(sql, database).forEachRow([key]) { row in
            for (place, index) in columns.enumerated() where !row.isNull(at: place) {
                let name = row.text(at: place)
                guard let enumeration = table.columns[index].enumeration else { continue }
                if enumeration.init(rawValue: name) == nil { unknown[index] = name }
            }
            return false
        }
        return unknown
    }
}
