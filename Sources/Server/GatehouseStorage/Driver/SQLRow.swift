// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// One row of a query's result.
///
/// Columns are read by name or position as the type the caller expects; a wrong name, position or type throws
/// ``StorageError/unreadableColumn(_:)``.
package struct SQLRow: Sendable, Equatable {
    /// The names of the columns, in their order.
    let names: [String]
    /// The values, in the order of the columns.
    let values: [SQLValue]

    /// Creates a row, for drivers.
    ///
    /// `names` and `values` have the same count.
    package init(names: [String], values: [SQLValue]) {
        self.names = names
        self.values = values
    }

    /// The column with this name.
    ///
    /// Names are compared exactly.
    package subscript<Value: SQLConvertible>(_ name: String) -> Value {
        get throws(StorageError) {
            // Most names differ in their lengths, which are compared faster than the texts.
            let length = name.utf8.count
            guard let index = names.firstIndex(where: { $0.utf8.count == length && $0 == name }) else {
                throw .unreadableColumn(name)
            }
            return try self[index]
        }
    }

    /// The column at this position, counted from 0.
    package subscript<Value: SQLConvertible>(_ index: Int) -> Value {
        get throws(StorageError) {
            guard values.indices.contains(index) else { throw .unreadableColumn("#\(index)") }
            guard let value = Value(sqlValue: values[index]) else { throw .unreadableColumn(names[index]) }
            return value
        }
    }
}
