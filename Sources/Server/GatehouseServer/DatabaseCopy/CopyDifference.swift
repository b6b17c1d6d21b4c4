// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseStorage

/// The tables that differ after a copy.
struct CopyDifference: Error {
    struct Table: Sendable {
        let name: String
        let source: TableSum
        let target: TableSum
    }

    let source: String
    let target: String
    let tables: [Table]

    /// The refusal for people, with a line for each table.
    var refusal: StartupRefusal {
        StartupRefusal(
            .damaged,
            "\(source) and \(target) differ, so the copy was not completed, and no server starts on it. Perhaps \(source) was "
                + "changed after a part was copied: run the command again with --restart.",
            details: tables.map { table in
                "\(table.name): \(table.source) in \(source), \(table.target) in \(target)"
            })
    }
}

extension SQLValue {
    /// The value in the name of a row, cut to a length for a line.
    var shownInKey: String {
        switch self {
        case .null: "NULL"
        case .integer(let integer): String(integer)
        case .real(let real): String(real)
        case .text(let text): "'\(text.prefix(100))\(text.count > 100 ? "…" : "")'"
        case .blob(let bytes): "x'\(Hex.encode(Array(bytes.prefix(32))))\(bytes.count > 32 ? "…" : "")'"
        }
    }
}
