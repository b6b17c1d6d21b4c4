// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation

extension ModelTable {
    /// The values of a record's columns.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - isNew: whether a reference decides about an attribute whose own property has no value, as in the input of a
    ///     create. In the input of an update the property decides.
    /// - Returns: a value for each column.
    /// - Throws: `DataStoreError.invalidOperation` for a value that a column cannot have, or for a record without a key.
    func values(of record: any Model, isNew: Bool) throws -> [StoredValue] {
        var row = RecordColumns(self)
        let record = (record as? AnyModel)?.instance ?? record
        if let holder = record as? any JSONValueHolder {
            try row.read(holder)
        } else {
            try row.read(record)
        }
        row.readReferences(isNew: isNew)
        return try row.finished()
    }

    /// The text of a record's key.
    func keyText(of record: any Model) -> String {
        record.identifier(schema: schema).stringValue
    }
}

/// The columns of a record while its properties are read.
private struct RecordColumns {
    private let table: ModelTable
    private var values: [StoredValue]
    private var hasProperty: [Bool]
    private var related: [(reference: ModelTable.Reference, value: Any)] = []

    init(_ table: ModelTable) {
        self.table = table
        values = Array(repeating: .null, count: table.columns.count)
        hasProperty = Array(repeating: false, count: table.columns.count)
    }

    /// Reads the properties of a record, with one mirror for all of them.
    mutating func read(_ record: any Model) throws {
        for (label, value) in Mirror(reflecting: record).children {
            guard let label, let place = table.places[label] else { continue }
            switch place {
            case .column(let index): try set(value, at: index)
            case .reference(let index): related.append((table.references[index], value))
            }
        }
    }

    /// Reads the values of a record that are found by name.
    mutating func read(_ holder: any JSONValueHolder) throws {
        for index in 0..<table.visibleCount where table.columns[index].isField {
            guard let value = holder.jsonValue(for: table.columns[index].name, modelSchema: table.schema) else {
                continue
            }
            hasProperty[index] = true
            if let value { try set(value, at: index) }
        }
        for reference in table.references {
            if let value = holder.jsonValue(for: reference.field.name, modelSchema: table.schema) ?? nil {
                related.append((reference, value))
            }
        }
    }

    /// Reads the attributes that refer to other records.
    mutating func readReferences(isNew: Bool) {
        for (reference, value) in related {
            let key = reference.field.key(of: Self.unwrapped(value), in: reference.schema)
            for (index, part) in zip(reference.columns, key) {
                guard !hasProperty[index] || isNew && values[index] == .null else { continue }
                // A key has values of the kinds that columns have.
                try? set(part, at: index)
            }
        }
    }

    mutating func finished() throws -> [StoredValue] {
        guard table.keyFields.allSatisfy({ values[$0] != .null }) else {
            throw DataStoreError.invalidValue("a record without a key", in: table.name)
        }
        if table.keyFields.count > 1 { values[table.key] = .text(table.keyText(values)) }
        return values
    }

    private mutating func set(_ value: Any, at index: Int) throws {
        let column = table.columns[index]
        hasProperty[index] = true
        guard let stored = try column.stored(value) else {
            guard let value = Self.unwrapped(value) else { return }
            throw DataStoreError.invalidValue("\(value)", in: "\(table.name).\(column.name)")
        }
        values[index] = stored
        if let instant = column.instant, case .text(let text) = stored {
            let moment = try (value as? Temporal.DateTime) ?? Temporal.DateTime(iso8601String: text)
            values[instant] = .integer(moment.milliseconds)
        }
    }

    private static func unwrapped(_ value: Any) -> Any? {
        switch value {
        case Optional<Any>.none: nil
        case Optional<Any>.some(let value): value
        default: value
        }
    }
}

extension ModelColumn {
    /// The form of a property's value in the column; nil for none, and for a value that the column cannot have.
    ///
    /// - Throws: the error of the value's encoding.
    fileprivate func stored(_ value: Any) throws -> StoredValue? {
        switch kind {
        case .text, .key: if let value = value as? String { return .text(value) }
        case .integer, .instant: if let value = value as? Int { return .integer(Int64(value)) }
        case .real: if let value = value as? Double { return value.isFinite ? .real(value) : nil }
        case .bool: if let value = value as? Bool { return .integer(value ? 1 : 0) }
        case .enumeration: if let value = value as? any EnumPersistable { return .text(value.rawValue) }
        case .dateTime: if let value = value as? Temporal.DateTime { return Self.text(of: value) }
        case .date: if let value = value as? Temporal.Date { return Self.text(of: value) }
        case .time: if let value = value as? Temporal.Time { return Self.text(of: value) }
        case .json: return try ColumnJSON.stored(value)
        }
        return try FieldValue(value).flatMap(converted)
    }

    /// The text of a date or time; nil if it cannot be read again, because its year has more than four digits.
    private static func text(of value: some TemporalSpec) -> StoredValue? {
        readableTimes.contains(value.milliseconds) ? .text(value.iso8601String) : nil
    }

    /// The instants, in milliseconds since 1970, whose years have four digits in each time zone.
    private static let readableTimes: ClosedRange<Int64> = -62_167_132_800_000...253_402_214_399_999

    /// The form of a value of another type than the field's, as records have it whose values are found by name.
    private func converted(_ value: FieldValue) throws -> StoredValue? {
        switch (kind, value) {
        case (.text, _), (.key, _), (.enumeration, .text): .text(value.text)
        case (.integer, .double(let number)): Int64(exactly: number).map(StoredValue.integer)
        case (.integer, .text(let text)): Int64(text).map(StoredValue.integer)
        case (.real, .int(let number)): .real(Double(number))
        case (.real, .text(let text)): Double(text).flatMap { $0.isFinite ? .real($0) : nil }
        case (.bool, .text(let text)): Bool(text).map { .integer($0 ? 1 : 0) }
        case (.dateTime, .text(let text)): Self.text(of: try Temporal.DateTime(iso8601String: text))
        case (.date, .text(let text)): Self.text(of: try Temporal.Date(iso8601String: text))
        case (.time, .text(let text)): Self.text(of: try Temporal.Time(iso8601String: text))
        default: nil
        }
    }
}

/// The JSON of a plain type or a list.
private enum ColumnJSON {
    /// The text of a value; nil for a value without a form in JSON.
    ///
    /// - Throws: `EncodingError`.
    static func stored(_ value: Any) throws -> StoredValue? {
        if case Optional<Any>.none = value { return .null }
        if let value = value as? any Encodable {
            let encoder = JSONEncoder(dateEncodingStrategy: ModelDateFormatting.encodingStrategy)
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let text = String(decoding: try encoder.encode(value), as: UTF8.self)
            return text == "null" ? .null : .text(text)
        }
        guard JSONSerialization.isValidJSONObject(value) else { return nil }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let data = try JSONSerialization.data(withJSONObject: value, options: options)
        return .text(String(decoding: data, as: UTF8.self))
    }
}

extension DataStoreError {
    /// The error for a value that the store cannot keep.
    static func invalidValue(_ value: String, in place: String) -> DataStoreError {
        .invalidOperation(
            causedBy: CoreError.clientValidation(
                "The store cannot keep the value \(value) of \(place).",
                "Set a value of the field's type: a finite number, or a date whose year has four digits."))
    }
}
