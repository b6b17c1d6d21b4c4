// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The results of one run, printed as Markdown while they come.
struct Table {
    /// Whether every promise was kept so far.
    private(set) var holds = true

    init() {
        write("| Measured | Result | Limit or peer | Ratio | Promise | |\n|---|--:|--:|--:|--:|---|")
    }

    mutating func add(_ row: Row) {
        holds = holds && row.holds
        write(row.text)
    }

    /// Past the buffer of `print`, so that a row shows at once in a pipe as well.
    private func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// A measurement and its required value.
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
