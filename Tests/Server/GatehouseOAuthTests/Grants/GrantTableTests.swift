// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// The table of SECURITY.md: what becomes of each grant after each counter-measure.
@Suite(.tags(.security), .hangLimit) struct GrantTableTests {
    /// A cell of the table.
    struct Cell: CustomTestStringConvertible {
        let grant: Grant
        let measure: CounterMeasure
        /// The word in the document; `nil` for a cell that it does not have.
        let word: String?

        var testDescription: String { "\(grant.rawValue) after: \(measure.rawValue)" }
    }

    static let document: String = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../SECURITY.md")
        return (try? String(contentsOf: file.standardizedFileURL, encoding: .utf8)) ?? ""
    }()

    /// The cells of a line of a table in Markdown.
    private static func cells(_ line: some StringProtocol) -> [String] {
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The cells of the table, one for each grant and each measure.
    static let table: [Cell] = {
        let lines = document.split(separator: "\n").filter { $0.hasPrefix("|") }
        let titles = lines.first { $0.hasPrefix("| Counter-measure |") }.map(cells) ?? []
        return CounterMeasure.allCases.flatMap { measure in
            let words = lines.first { cells($0).first == measure.rawValue }.map(cells) ?? []
            return Grant.allCases.map { grant in
                let column = titles.firstIndex(of: grant.rawValue)
                return Cell(
                    grant: grant, measure: measure,
                    word: column.flatMap { words.indices.contains($0) ? words[$0] : nil })
            }
        }
    }()

    /// Makes the grant, takes the measure, and uses the grant.
    private func outcome(of grant: Grant, after measure: CounterMeasure) async throws -> GrantOutcome {
        guard grant.admits(measure) else { return .absent }
        let stage = try await GrantStage(for: measure)
        let held = try await stage.hold(grant)
        try await stage.take(measure, against: held)
        switch try await held.use() {
        case .works: return .stays
        case .asks: return .asks
        case .refused: return try await works(grant, onceUndone: measure) ? .pauses : .ends
        }
    }

    /// Whether a grant works after a measure that was undone.
    ///
    /// The grant is not used before: a return from a provider, for one, is possible once.
    private func works(_ grant: Grant, onceUndone measure: CounterMeasure) async throws -> Bool {
        guard measure.isUndoable else { return false }
        let stage = try await GrantStage(for: measure)
        let held = try await stage.hold(grant)
        try await stage.take(measure, against: held)
        try await stage.undo(measure)
        return try await held.use() == .works
    }

    @Test(arguments: table)
    func `a grant is worth after a counter-measure what SECURITY says`(_ cell: Cell) async throws {
        let seen = try await outcome(of: cell.grant, after: cell.measure)
        let expected = cell.word.flatMap(GrantOutcome.init(rawValue:))
        #expect((expected == .kept ? .stays : expected) == seen, "SECURITY.md: \(cell.word ?? "no cell")")
    }

    /// The use of every grant without a measure works, so that no cell says `ends` of a grant that never worked.
    @Test(arguments: Grant.allCases, [CounterMeasure.adminGlobalSignOut, .factorOff, .appRemoved, .passkeyRemoved])
    func `a grant works before the counter-measure`(_ grant: Grant, _ measure: CounterMeasure) async throws {
        guard grant.admits(measure) else { return }
        let held = try await GrantStage(for: measure).hold(grant)
        #expect(try await held.use() == .works)
    }
}
