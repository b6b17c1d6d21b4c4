// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The results of one run, as Markdown.
struct Table {
    private var rows: [Row] = []

    /// Whether every promise is kept.
    var holds: Bool { rows.allSatisfy(\.holds) }

    mutating func add(_ row: Row) {
        rows.append(row)
    }

    var text: String {
        let head = ["| Measured | Result | Limit or peer | Ratio | Promise | |", "|---|--:|--:|--:|--:|---|"]
        return (head + rows.map(\.text)).joined(separator: "\n")
    }
}

/// One measurement beside what it must reach.
struct Row {
    let name: String
    let result: String
    let limit: String
    let ratio: String
    let promise: String
    let holds: Bool

    fileprivate var text: String {
        "| \(name) | \(result) | \(limit) | \(ratio) | \(promise) | \(holds ? "kept" : "**missed**") |"
    }
}

extension Double {
    /// Rounded for a table.
    func rounded(_ digits: Int) -> String {
        formatted(.number.precision(.fractionLength(digits)).grouping(.never))
    }
}
