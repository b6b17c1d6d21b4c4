// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A file of the folder `Matrix`: the expected answer of each pattern of rules to each caller and each operation.
struct RuleMatrix: Sendable {
    /// The files with patterns.
    static let files = ["owners.txt", "groups.txt", "everybody.txt", "fields.txt"]

    /// The patterns in the order of the file.
    private(set) var patterns: [RulePattern] = []
    /// What is wrong with the file: unknown words, and pairs without a row or with several.
    private(set) var problems: [String] = []
    private var callers = Names()
    private var operations = Names()

    /// Reads a file, after the words of the legend.
    init(_ file: String) throws {
        for name in ["legend.txt", file] {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            let text = try String(contentsOf: folder.appending(path: "Matrix/\(name)"), encoding: .utf8)
            // A line with one number sign is a comment.
            for line in text.split(separator: "\n") where !line.hasPrefix("#") || line.hasPrefix("## ") {
                read(String(line))
            }
        }
        for pattern in patterns { problems += gaps(of: pattern) }
    }

    private mutating func read(_ line: String) {
        if let title = line.rest(after: "## ") {
            patterns.append(RulePattern(title: title))
        } else if let group = line.rest(after: "callers ") {
            callers.define(group)
        } else if let group = line.rest(after: "operations ") {
            operations.define(group)
        } else if let last = patterns.indices.last {
            if line.hasPrefix("@auth") {
                patterns[last].rules = line
            } else if let variation = line.rest(after: "with ") {
                patterns[last].variations.append(variation)
            } else if line.contains("|") {
                patterns[last].cells += cells(line)
            } else if line != "(no @auth)" {
                problems.append("This line has no meaning: \(line)")
            }
        } else {
            problems.append("This line is before the first pattern: \(line)")
        }
    }

    private mutating func cells(_ line: String) -> [RulePattern.Cell] {
        let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 4 else {
            problems.append("A row has four parts: \(line)")
            return []
        }
        return callers.all(parts[0]).flatMap { caller in
            operations.all(parts[1]).map { operation in
                RulePattern.Cell(caller: caller, operation: operation, answer: parts[2], reason: parts[3])
            }
        }
    }

    /// The pairs of a pattern that are unknown, missing or there twice.
    private func gaps(of pattern: RulePattern) -> [String] {
        var counts: [String: Int] = [:]
        for cell in pattern.cells { counts["\(cell.caller) | \(cell.operation)", default: 0] += 1 }
        for caller in callers.all("authenticated, not authenticated") {
            for operation in operations.all("everything") { counts["\(caller) | \(operation)", default: 0] -= 1 }
        }
        return counts.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { pair, count in
            "\(pattern.title) | \(pair) | \(count < 0 ? "no row" : "several rows, or unknown")"
        }
    }

    /// Names and groups of names.
    private struct Names {
        private var groups: [String: [String]] = [:]

        /// Defines a group by a line such as `a = b, c`.
        mutating func define(_ line: String) {
            let parts = line.components(separatedBy: " = ")
            if parts.count == 2 { groups[parts[0]] = all(parts[1]) }
        }

        /// The single names of a list; those after `but` are left out.
        func all(_ list: String) -> [String] {
            let parts = list.components(separatedBy: " but ")
            let excepted = parts.dropFirst().flatMap { all($0) }
            return parts[0].components(separatedBy: ", ").flatMap { groups[$0] ?? [$0] }
                .filter { !excepted.contains($0) }
        }
    }
}

extension String {
    /// The text after a prefix.
    fileprivate func rest(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
