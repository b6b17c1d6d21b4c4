// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

/// A row of docs/updates.md: what becomes of a member that a request leaves out.
struct UpdateRow: Sendable, CustomTestStringConvertible {
    /// What becomes of a member's value.
    enum Fate: String, Sendable { case kept, reset }

    /// A state of the object in which a member has another fate.
    enum Condition: String, Sendable { case factor, rotation }

    /// The meaning of the second column.
    enum Rule: Sendable {
        case names, required, notStored
        case stored(alone: Fate, beside: [String: Fate], under: [Condition: Fate], with: [String])
    }

    let operation: String
    /// The member; one of a structure with the structure's name and a dot.
    let member: String
    let rule: Rule
    /// The members that a request cannot have without this one.
    let neededBy: [String]

    var testDescription: String { "\(operation).\(member)" }

    /// The member of the request that has the value.
    var topMember: WireName { WireName(String(member.prefix { $0 != "." })) }

    /// Whether the server stores the member.
    var isStored: Bool { if case .stored = rule { true } else { false } }

    /// The members that are left out together with this one.
    var partners: [String] {
        guard case .stored(_, _, _, let with) = rule else { return neededBy }
        return neededBy + with
    }

    /// What becomes of the member in an object in a state, if a request has others.
    func fate(in condition: Condition?, beside others: Set<WireName>) -> Fate? {
        guard case .stored(let alone, let beside, let under, _) = rule else { return nil }
        if let condition, let fate = under[condition] { return fate }
        return beside.first { others.contains(WireName($0.key)) }?.value ?? alone
    }
}

/// The tables of docs/updates.md.
enum UpdateTable {
    /// A row of the last table: a call, and one that contradicts it.
    struct Contradiction: Sendable, CustomTestStringConvertible {
        let first, then: (operation: String, input: WireValue)
        let code, message: String

        var testDescription: String { "\(then.operation) \(then.input)" }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The rows with the operation of their heading and their cells.
    private static func cells() throws -> [(heading: String, cells: [String])] {
        let text = try String(contentsOf: root.appending(path: "docs/updates.md"), encoding: .utf8)
        var heading = ""
        var rows: [(heading: String, cells: [String])] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
            rows.append((heading: heading, cells: cells.map { $0.trimmingCharacters(in: .whitespaces) }))
        }
        return rows
    }

    /// The texts between back quotes.
    private static func spans(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    static func rows() throws -> [UpdateRow] {
        try cells().filter { $0.heading != "Contradictions" }.map { heading, cells in
            UpdateRow(
                operation: heading, member: try #require(spans(cells[0]).first), rule: try rule(cells[1]),
                neededBy: spans(cells[2]))
        }
    }

    private static func rule(_ cell: String) throws -> UpdateRow.Rule {
        switch cell {
        case "names it": return .names
        case "required": return .required
        case "not stored": return .notStored
        default: break
        }
        let match = try #require(
            try /^(kept|reset)(?: with (`.*`))?(?:, (kept|reset) beside `(\w+)`)?(?:, (kept|reset) for (?:a )?(\w+))?$/
                .wholeMatch(in: cell), "The cell \(cell) has another form.")
        let fate = { (text: Substring) in UpdateRow.Fate(rawValue: String(text)) }
        var beside: [String: UpdateRow.Fate] = [:]
        if let word = match.3, let member = match.4 { beside[String(member)] = fate(word) }
        var under: [UpdateRow.Condition: UpdateRow.Fate] = [:]
        if let word = match.5, let state = match.6 {
            under[try #require(UpdateRow.Condition(rawValue: String(state)))] = fate(word)
        }
        return .stored(
            alone: try #require(fate(match.1)), beside: beside, under: under,
            with: match.2.map { spans(String($0)) } ?? [])
    }

    static func contradictions() throws -> [Contradiction] {
        try cells().filter { $0.heading == "Contradictions" }.map { _, cells in
            let calls = try cells.prefix(2).map { cell in
                let parts = spans(cell)
                return (operation: parts[0], input: try WireValue(json: Data(parts[1].utf8)))
            }
            let error = spans(cells[2])
            return Contradiction(first: calls[0], then: calls[1], code: error[0], message: error[1])
        }
    }
}
