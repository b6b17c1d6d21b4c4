// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The reason why a database operation failed.
///
/// No case contains a bound value.
package enum StorageError: Error, Sendable, Hashable {
    /// A row with the same key exists.
    ///
    /// The columns of the key, without the name of their table.
    case uniqueViolation(table: String, columns: [String])
    /// A foreign key has no target, or a deleted row is still the target of one.
    case foreignKeyViolation
    /// Another constraint of the schema (NOT NULL, CHECK) was violated.
    case constraintViolation(String)
    /// The database was locked, or had no free connection, for longer than the configured time.
    ///
    /// A retry may succeed.
    case busy
    /// The engine could not serialize concurrent transactions, although the driver retried.
    ///
    /// A retry may succeed.
    case serializationFailure
    /// The connection was lost at the commit, so it is unknown whether the changes were made.
    case unknownOutcome
    /// The disk is full.
    case full
    /// The database cannot be written: the file, its folder or the connection is read-only.
    case readOnly
    /// The file is not a database, or is damaged.
    case corrupt
    /// Reading, writing or syncing failed below the engine, or the server cannot be reached.
    case inputOutput(String)
    /// The file that was opened is not the database's file any more, or is damaged; the detail names the problem and the
    /// corrective action.
    ///
    /// A process that continues would lose its writes.
    case unsound(String)
    /// The connection is closed.
    case closed
    /// The value is not ``SQLValue/isStorable``, or is too long for an index of the engine.
    case unstorableValue
    /// The row to be changed does not exist.
    case missingRow(String)
    /// A column is missing, or has another type than requested.
    case unreadableColumn(String)
    /// The statement is invalid, or does not fit the schema.
    case statement(String)
}

extension StorageError: StoreFailure {
    package var isOutage: Bool {
        switch self {
        case .full, .readOnly, .busy, .serializationFailure, .unknownOutcome, .inputOutput, .unsound, .corrupt,
            .closed:
            true
        default: false
        }
    }

    package var refusesValue: Bool { self == .unstorableValue }
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .uniqueViolation(let table, let columns):
            "a row with this \(columns.joined(separator: ", ")) exists in \(table)"
        case .foreignKeyViolation: "a row refers to one that does not exist"
        case .constraintViolation(let detail): "a constraint of the schema was violated: \(detail)"
        case .busy: "the database is busy"
        case .serializationFailure: "concurrent transactions could not be serialized"
        case .unknownOutcome: "the connection to the database was lost while the changes were committed"
        case .full: "the disk is full"
        case .readOnly: "the database is read-only"
        case .corrupt: "the database is damaged, or the file is not a database"
        case .inputOutput(let detail): "the database's storage failed: \(detail)"
        case .unsound(let detail): detail
        case .closed: "the database is closed"
        case .unstorableValue:
            "a text with U+0000, NaN, an empty blob, or a value that is too long for an index cannot be stored"
        case .missingRow(let table): "the row to be changed does not exist in \(table)"
        case .unreadableColumn(let name): "column \(name) is missing or has another type"
        case .statement(let detail): "the statement failed: \(detail)"
        }
    }
}
