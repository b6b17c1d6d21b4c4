// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// Writes rows as JSON, from which models read their records.
struct RecordJSON {
    /// The models on the way to a related record that is written inside another one.
    ///
    /// Models of earlier generators have related records in properties. A cycle of models ends where it would begin anew.
    private struct Path {
        var models: Set<ModelName> = []

        func adding(_ model: ModelName) -> Path {
            Path(models: models.union([model]))
        }
    }

    private let reader: StoreReader
    private let root: ModelTable
    private let isEager: Bool
    /// Whether the values of the records are found by name, so that a related record may have its key alone.
    private let isHeld: Bool
    /// The JSON of related records by model and key, of which many rows may have the same.
    private var known: [[UInt8]: [UInt8]?] = [:]

    /// Makes a writer of a table's rows.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - type: the type of the records; nil for the registered one.
    ///   - reader: reads related records.
    init(_ table: ModelTable, as type: (any Model.Type)?, _ reader: StoreReader) {
        root = table
        self.reader = reader
        let type = type ?? ModelRegistry.modelType(from: table.name)
        isEager = type?.rootPath == nil
        isHeld = type is any JSONValueHolder.Type
    }

    /// The JSON of a row, which has the columns of the table's SELECT.
    ///
    /// - Returns: an object; nil while a property of the record requires a related record that is missing, or a value of
    ///   an enumeration that the model does not know.
    mutating func object(_ row: StoreStatement) throws -> [UInt8]? {
        var json: [UInt8] = []
        json.reserveCapacity(512)
        return try append(row, root, isEager, Path(), to: &json) ? json : nil
    }

    /// Appends a row; returns whether it has all values and related records that it requires.
    private mutating func append(
        _ row: StoreStatement, _ table: ModelTable, _ isEager: Bool, _ path: Path, to json: inout [UInt8]
    ) throws -> Bool {
        json.append(UInt8(ascii: "{"))
        let start = json.count
        for (index, column) in table.visibleColumns.enumerated() where column.isField && !row.isNull(at: index) {
            guard append(row, index, column, to: &json) || isHeld || !column.isRequired else { return false }
        }
        for reference in table.references {
            guard isEager else {
                appendKey(row, reference, table, to: &json)
                continue
            }
            guard try appendRelated(row, reference, path.adding(table.name), to: &json) else { return false }
        }
        for listing in table.listings {
            try append(row, listing, table, isEager, path.adding(table.name), to: &json)
        }
        // Each member ends in a comma.
        if json.count > start { json.removeLast() }
        json.append(UInt8(ascii: "}"))
        return true
    }

    // MARK: - Values

    /// Appends a value; returns whether the model knows it.
    private func append(_ row: StoreStatement, _ index: Int, _ column: ModelColumn, to json: inout [UInt8]) -> Bool {
        if let enumeration = column.enumeration {
            let name = row.text(at: index)
            // A name that a newer version of the app has stored is no value here.
            guard enumeration.init(rawValue: name) != nil else { return false }
            json.appendName(column.name)
            json.appendQuoted(name)
        } else {
            json.appendName(column.name)
            switch column.kind {
            case .integer, .instant: json.append(contentsOf: String(row.integer(at: index)).utf8)
            case .real: json.append(contentsOf: String(row.real(at: index)).utf8)
            case .bool: json.append(contentsOf: (row.integer(at: index) == 0 ? "false" : "true").utf8)
            case .json: json.append(contentsOf: row.text(at: index).utf8)
            case .text, .enumeration, .date, .time, .dateTime, .key: json.appendQuoted(row.text(at: index))
            }
        }
        json.append(UInt8(ascii: ","))
        return true
    }

    // MARK: - Relations to one record

    /// The texts of a related key; nil if a part of it has no value.
    private func key(_ row: StoreStatement, _ reference: ModelTable.Reference, _ table: ModelTable) -> [String]? {
        guard reference.columns.count == reference.keyNames.count, !reference.columns.contains(where: row.isNull(at:))
        else { return nil }
        return reference.columns.map { row.value(at: $0).keyText(table.columns[$0].kind) }
    }

    private func appendKey(
        _ row: StoreStatement, _ reference: ModelTable.Reference, _ table: ModelTable, to json: inout [UInt8]
    ) {
        guard let key = key(row, reference, table) else { return }
        json.appendName(reference.field.name)
        json.appendKeyMark(zip(reference.keyNames, key).map { (name: $0, value: $1) })
        json.append(UInt8(ascii: ","))
    }

    /// Appends the related record; returns false if it is missing and required.
    private mutating func appendRelated(
        _ row: StoreStatement, _ reference: ModelTable.Reference, _ path: Path, to json: inout [UInt8]
    ) throws -> Bool {
        let isOptional = isHeld || !reference.field.isRequired
        guard let target = reader.catalog.knownTable(of: reference.model), !path.models.contains(target.name),
            reference.isComplete, !reference.columns.contains(where: row.isNull(at:))
        else { return isOptional }
        let values = reference.columns.map { row.value(at: $0) }
        let condition = target.keyFields.map { "\(target.columns[$0].sql) = ?" }.joined(separator: " AND ")
        if let object = try relatedObject(target, condition, values, path) {
            json.appendName(reference.field.name)
            json.append(contentsOf: object)
            json.append(UInt8(ascii: ","))
            return true
        }
        if isHeld {
            json.appendName(reference.field.name)
            json.append(UInt8(ascii: "{"))
            for (name, value) in zip(reference.keyNames, values) {
                json.appendName(name)
                json.appendValue(value)
                json.append(UInt8(ascii: ","))
            }
            json.removeLast()
            json.append(contentsOf: "},".utf8)
        }
        return isOptional
    }

    /// The JSON of the first record that meets a condition; nil without one.
    private mutating func relatedObject(
        _ table: ModelTable, _ condition: String, _ values: [StoredValue], _ path: Path
    ) throws -> [UInt8]? {
        // As bytes, because two keys of the same characters may have different ones.
        let cacheKey = Array("\(path.models.sorted()) \(table.name) \(condition) \(values)".utf8)
        if let found = known[cacheKey] { return found }
        let isEager = ModelRegistry.modelType(from: table.name)?.rootPath == nil
        var json: [UInt8]?
        let sql = "\(table.statements.select) WHERE \(condition) ORDER BY \(table.keyColumn.sql) LIMIT 1"
        try StoreStatement(sql, reader.database).forEachRow(values) { row in
            var object: [UInt8] = []
            if try append(row, table, isEager, path, to: &object) { json = object }
            return false
        }
        known[cacheKey] = .some(json)
        return json
    }

    // MARK: - Relations whose other side has the attributes

    private mutating func append(
        _ row: StoreStatement, _ listing: ModelTable.Listing, _ table: ModelTable, _ isEager: Bool, _ path: Path,
        to json: inout [UInt8]
    ) throws {
        let values = table.keyFields.map { row.value(at: $0) }
        if listing.field.isArray {
            json.appendName(listing.field.name)
            json.appendListMark(
                key: zip(values, table.keyFields).map { $0.keyText(table.columns[$1].kind) }, listing.associatedFields)
            json.append(UInt8(ascii: ","))
            return
        }
        guard let child = reader.catalog.knownTable(of: listing.model) else { return }
        let attributes = listing.attributes.compactMap { child.column(named: $0) }
        guard attributes.count == values.count else { return }
        let condition = attributes.map { "\($0.sql) = ?" }.joined(separator: " AND ")
        if isEager {
            guard !path.models.contains(child.name),
                let object = try relatedObject(child, condition, values, path)
            else { return }
            json.appendName(listing.field.name)
            json.append(contentsOf: object)
        } else {
            guard let key = try reader.firstKey(of: child, condition, values) else { return }
            json.appendName(listing.field.name)
            json.appendKeyMark(key)
        }
        json.append(UInt8(ascii: ","))
    }
}

extension StoreReader {
    /// The fields of the key of the first record that meets a condition; nil without one.
    fileprivate func firstKey(
        of table: ModelTable, _ condition: String, _ values: [StoredValue]
    ) throws -> [(name: String, value: String)]? {
        var key: [(name: String, value: String)]?
        let sql = "\(table.statements.select) WHERE \(condition) ORDER BY \(table.keyColumn.sql) LIMIT 1"
        try StoreStatement(sql, database).forEachRow(values) { row in
            key = table.keyFields.map { index in
                let column = table.columns[index]
                return (name: column.name, value: row.value(at: index).keyText(column.kind))
            }
            return false
        }
        return key
    }
}
