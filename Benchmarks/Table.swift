// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The results of one run, printed as Markdown while they come.
struct Table {
    /// Whether every promise was kept so far.
    private(set) var holds = true

    init() {
        self.init(columns: ["Measured", "Result", "Limit or peer", "Ratio", "Promise", ""])
    }

    /// Begins a table; the first and the last column have text, the others numbers.
    init(columns: [String]) {
        write(Self.line(columns))
        write(Self.line(["---"] + columns.dropFirst(2).map { _ in "--:" } + ["---"], padding: ""))
    }

    mutating func add(_ row: Row) {
        add([row.name, row.result, row.limit, row.ratio, row.promise, row.holds ? "kept" : "**missed**"])
        holds = holds && row.holds
    }

    /// Adds a row of a measurement that promises several things; an empty list of missed ones means that all are kept.
    mutating func add(_ cells: [String], missed: [String]) {
        add(cells + [missed.isEmpty ? "kept" : "**missed**: " + missed.joined(separator: ", ")])
        holds = holds && missed.isEmpty
    }

    /// Adds a row without a promise.
    func add(_ cells: [String]) {
        write(Self.line(cells))
    }

    private static func line(_ cells: [String], padding: String = " ") -> String {
        "|" + cells.map { $0.isEmpty ? padding : padding + $0 + padding }.joined(separator: "|") + "|"
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
}

extension Double {
    /// Rounded for a table.
    func rounded(_ digits: Int) -> String {
        formatted(.number.precision(.fractionLength(digits)).grouping(.never))
    }
}
