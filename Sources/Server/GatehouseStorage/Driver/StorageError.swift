// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why the database did not do what it was asked.
///
/// No case carries a bound value.
package enum StorageError: Error, Sendable, Hashable {
    /// A row with the same key exists.
    ///
    /// The columns are those of the key, without their table's name.
    case uniqueViolation(table: String, columns: [String])
    /// A row refers to one that does not exist, or is referred to by one that does.
    case foreignKeyViolation
    /// Another rule of the schema (NOT NULL, CHECK) was broken.
    case constraintViolation(String)
    /// The database was locked for longer than the configured time.
    ///
    /// Trying again may help.
    case busy
    /// The engine could not put concurrent transactions in order, for as many times as the driver tried.
    case serializationFailure
    /// The disk is full.
    case full
    /// The database cannot be written: the file, its folder or the connection is read-only.
    case readOnly
    /// The file is not a database, or is damaged.
    case corrupt
    /// Reading, writing or syncing failed below the engine, or the server cannot be reached.
    case inputOutput(String)
    /// The connection is closed.
    case closed
    /// A value would come back as another from one engine or another, see ``SQLValue/isStorable``.
    case unstorableValue
    /// The row to be changed does not exist.
    case missingRow(String)
    /// A column is missing, or does not hold the type asked for.
    case unreadableColumn(String)
    /// The statement is wrong, or does not fit the schema.
    case statement(String)
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .uniqueViolation(let table, let columns):
            "a row with this \(columns.joined(separator: ", ")) exists in \(table)"
        case .foreignKeyViolation: "a row refers to one that does not exist"
        case .constraintViolation(let detail): "a rule of the schema was broken: \(detail)"
        case .busy: "the database is busy"
        case .serializationFailure: "concurrent transactions could not be put in order"
        case .full: "the disk is full"
        case .readOnly: "the database is read-only"
        case .corrupt: "the database is damaged, or the file is not a database"
        case .inputOutput(let detail): "the database's storage failed: \(detail)"
        case .closed: "the database is closed"
        case .unstorableValue: "a text with U+0000, a number that is none, or an empty blob cannot be stored"
        case .missingRow(let table): "the row to be changed is not in \(table)"
        case .unreadableColumn(let name): "column \(name) is missing or holds another type"
        case .statement(let detail): "the statement failed: \(detail)"
        }
    }
}
