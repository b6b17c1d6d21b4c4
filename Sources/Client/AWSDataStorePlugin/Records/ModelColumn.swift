// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A column of a model's table.
struct ModelColumn: Sendable {
    /// The kind of a column's values.
    enum Kind: String, Codable, Sendable {
        case text
        /// The raw value of an enumeration.
        case enumeration
        case integer
        case real
        /// 0 or 1.
        case bool
        /// A day as a text in UTC; the order of texts is the one of days.
        case date
        /// A time of day as a text in UTC; the order of texts is the one of times.
        case time
        /// A text in the value's own time zone, whose order is not the one of instants.
        case dateTime
        /// The milliseconds since 1970 of a `dateTime` in another column.
        case instant
        /// A plain type or a list, as JSON.
        case json
        /// The text of a composite key.
        case key
    }

    /// The name of the field or of the relation's attribute.
    let name: String
    /// The name in SQL, which differs from the others also if SQLite ignores the case of letters.
    let sqlName: String
    let kind: Kind
    let isRequired: Bool
    /// The enumeration of the values.
    var enumeration: (any EnumPersistable.Type)?
    /// Whether records have the value in a property, or only in a reference.
    var isField = true
    /// The place of the column with the instant of a `dateTime`.
    var instant: Int?
}

extension ModelColumn {
    /// The name in a statement.
    var sql: String { sqlName.quotedForSQL }

    var sqlType: String { kind.sqlType }

    /// The value of the column in the record with the text of a key; nil if no record has it.
    func value(ofKey text: String) -> StoredValue? {
        switch kind {
        case .integer, .instant: Int64(text).map(StoredValue.integer)
        case .real: Double(text).map(StoredValue.real)
        case .bool: Bool(text).map { .integer($0 ? 1 : 0) }
        case .text, .enumeration, .date, .time, .dateTime, .json, .key: .text(text)
        }
    }
}

extension ModelColumn.Kind {
    /// The kind of a field's values; nil for a field that other records refer to.
    init?(_ type: ModelFieldType) {
        switch type {
        case .string: self = .text
        case .int, .timestamp: self = .integer
        case .double: self = .real
        case .date: self = .date
        case .dateTime: self = .dateTime
        case .time: self = .time
        case .bool: self = .bool
        case .enum: self = .enumeration
        case .embedded, .embeddedCollection: self = .json
        case .model, .collection: return nil
        }
    }

    var sqlType: String {
        switch self {
        case .text, .enumeration, .date, .time, .dateTime, .json, .key: "TEXT"
        case .integer, .bool, .instant: "INTEGER"
        case .real: "REAL"
        }
    }
}
