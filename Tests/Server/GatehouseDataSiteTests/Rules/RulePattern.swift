// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel

/// A pattern of rules on one model, and the expected answers.
struct RulePattern: Sendable {
    /// The expected answer to one caller and one operation.
    struct Cell: Sendable {
        let caller: String
        let operation: String
        let answer: String
        let reason: String
    }

    /// What the rules mean.
    let title: String
    /// The directive on the model; empty for a model without rules.
    var rules = ""
    /// What differs from the usual model, API and records.
    var variations: [String] = []
    /// The expected answers.
    var cells: [Cell] = []

    private static let fields = [
        "id: ID!", "title: String", #"kind: String @index(name: "byKind", queryField: "notesByKind")"#,
        #"owner: String @index(name: "byOwner", queryField: "notesByOwner")"#, "teams: [String]",
    ]

    /// The schema with the model.
    var schema: String {
        var fields = Self.fields
        for variation in variations {
            if variation.hasPrefix("field ") {
                let field = String(variation.dropFirst(6))
                let name = field.prefix { $0 != ":" } + ":"
                fields = fields.map { $0.hasPrefix(name) ? field : $0 }
            } else if variation.hasPrefix("no field ") {
                fields.removeAll { $0.hasPrefix(variation.dropFirst(9) + ":") }
            }
        }
        let sandbox =
            variations.contains("sandbox") ? "input AMPLIFY { globalAuthRule: AuthRule = { allow: public } }\n" : ""
        return "\(sandbox)type Note @model \(rules) {\n  \(fields.joined(separator: "\n  "))\n}\n"
    }

    /// The settings of the API, which accepts all modes.
    var settings: DataSettings {
        let mode = value(of: "default mode").flatMap { AuthorizationMode(rawValue: $0) } ?? .userPools
        return DataSettings(
            defaultMode: mode, additionalModes: AuthorizationMode.allCases.filter { $0 != mode },
            conflicts: .optimisticConcurrency, strictOwnership: variations.contains("strict ownership"))
    }

    /// The claims whose values are the owner of the own record.
    var ownName: [String] { (value(of: "own name") ?? "sub::username").split(separator: "::").map { String($0) } }

    private func value(of name: String) -> String? {
        variations.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }

    /// The cells whose answers differ, as a table for people.
    static func table(_ wrong: [(cell: Cell, found: String)]) -> String {
        let rows =
            [["caller", "operation", "expected", "found", "reason"]]
            + wrong.map { [$0.cell.caller, $0.cell.operation, $0.cell.answer, $0.found, $0.cell.reason] }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " | ")
        }.joined(separator: "\n")
    }
}
