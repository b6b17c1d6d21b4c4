// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The reason why a copy of a database was not completed.
package enum CopyFailure: Error {
    /// The source could not be read; another run goes on.
    case source(any Error)
    /// The target could not be read or written; another run goes on.
    case target(any Error)
    /// The target is in use, or was not empty.
    case usedTarget
    /// The target has a part of a copy of another database, or of another state of this one.
    case otherCopy
    /// The target cannot store a row beside what an earlier run has copied.
    case staleCopy(CopiedRowName, StorageError)
    /// The target cannot store a row; it is empty again.
    case unstorable(CopiedRowName, StorageError)
    /// Tables differ after the copy, so that the target did not get its keys.
    case difference([CopiedTableDifference])
}

/// A table that differs after a copy.
package struct CopiedTableDifference: Sendable, CustomStringConvertible {
    let name: String
    let source: TableSum
    let target: TableSum

    /// The name of the table and what is in both databases, for people.
    package var description: String { "\(name): \(source) in the source, \(target) in the target" }
}

/// A row by its table and its key, for people.
package struct CopiedRowName: Sendable, Equatable, CustomStringConvertible {
    /// The table, and the columns of the key with their values.
    package let description: String

    init(_ row: [SQLValue], of table: CopiedTable) {
        let key = zip(table.key, table.key(of: row)).map { "\($0) \(Self.shown($1))" }.joined(separator: ", ")
        description = "the row of the table \(table.name) with \(key)"
    }

    /// A value, cut to a length for a line.
    private static func shown(_ value: SQLValue) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let integer): String(integer)
        case .real(let real): String(real)
        case .text(let text): "'\(text.prefix(100))\(text.count > 100 ? "…" : "")'"
        case .blob(let bytes): "x'\(Hex.encode(Array(bytes.prefix(32))))\(bytes.count > 32 ? "…" : "")'"
        }
    }
}
