// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// A plan as `push` and `status` show it.
struct PlanReport {
    /// What the files of AWS's tool have in the column of the provider.
    static let provider = "awscloudformation"

    private let plan: Plan
    /// The name of the environment.
    let environment: String

    /// Makes the report of a plan.
    init(_ plan: Plan, environment: String) {
        (self.plan, self.environment) = (plan, environment)
    }

    /// The table of the resources.
    var table: Table {
        Table(
            ["Category", "Resource name", "Operation", "Provider plugin"],
            plan.rows.map { row in
                [row.resource.category.capitalizedFirst, row.resource.name, row.operation.rawValue, Self.provider]
            })
    }

    /// Shows the environment and the table.
    func show(on output: any Interviewer) {
        output.say("Current Environment: \(environment)")
        output.say()
        if plan.rows.isEmpty {
            output.say("The project has no resources.")
        } else {
            output.show(table)
        }
    }

    /// The differences of all resources, or of one category, with a line for each value.
    func differences(of category: String?) -> [String] {
        plan.rows.filter { category == nil || $0.resource.category == category }.flatMap { row in
            ["\(row.resource.category)/\(row.resource.name): \(row.operation.rawValue)"]
                + row.differences.map { difference in
                    "  \(difference.member): \(Self.words(difference.old)) -> \(Self.words(difference.new))"
                }
        }
    }

    private static func words(_ value: String?) -> String { value ?? "(none)" }

    /// The lines below the table: notes, and what would be lost.
    var remarks: [String] {
        plan.notes.map { "Note: \($0)" } + plan.losses.map { "Loss: \($0.text)" }
    }

    /// What stands in the way, in lines with the way out.
    var obstacles: [String] {
        plan.obstacles.map { "\($0.text) \($0.cure)" }
    }

    /// The members of `--json`.
    func members(withDifferences: Bool) -> [JSONValue.Member] {
        [
            .init("environment", .string(environment)),
            .init("resources", .array(plan.rows.map { Self.json($0, withDifferences: withDifferences) })),
            .init(
                "losses",
                .array(
                    plan.losses.map {
                        ["resource": .string($0.resource), "text": .string($0.text), "count": .integer($0.count)]
                    })),
            .init(
                "obstacles", .array(plan.obstacles.map { ["text": .string($0.text), "cure": .string($0.cure)] })),
            .init("notes", .strings(plan.notes)),
        ]
    }

    private static func json(_ row: PlanRow, withDifferences: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("category", .string(row.resource.category)), .init("resourceName", .string(row.resource.name)),
            .init("operation", .string(row.operation.rawValue)), .init("providerPlugin", .string(provider)),
        ]
        if withDifferences {
            let differences = row.differences.map { difference -> JSONValue in
                [
                    "member": .string(difference.member), "old": difference.old.map(JSONValue.string) ?? .null,
                    "new": difference.new.map(JSONValue.string) ?? .null,
                ]
            }
            members.append(.init("differences", .array(differences)))
        }
        return .object(members)
    }
}

extension Addresses {
    /// The addresses in lines, as `status` and the end of `push` show them.
    var lines: [String] {
        var lines: [String] = []
        if let domain { lines.append("Hosted UI endpoint: \(domain)") }
        if let signInPage { lines.append("Sign-in page to try: \(signInPage)") }
        if let graphQL { lines.append("GraphQL endpoint: \(graphQL)") }
        if let apiKey { lines.append("GraphQL API key: \(apiKey)\(apiKeyExpires.map { " (expires \($0))" } ?? "")") }
        return lines
    }

    /// The addresses for `--json`.
    var json: JSONValue {
        let texts = [
            ("domain", domain), ("signInPage", signInPage), ("graphQL", graphQL), ("apiKey", apiKey),
            ("apiKeyExpires", apiKeyExpires),
        ]
        return .object(texts.compactMap { name, text in text.map { JSONValue.Member(name, .string($0)) } })
    }
}

extension String {
    /// The text with a capital letter at its beginning.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Dialogue {
    /// Writes exactly one JSON value.
    ///
    /// - Throws: `JSONFlaw` if it is larger than 5 MiB.
    func writeJSON(_ value: JSONValue) throws {
        write(String(decoding: try JSONDocument(value).bytes, as: UTF8.self) + "\n")
    }

    /// Writes a long line as it is: an address that is broken cannot be copied.
    func writeLine(_ line: String) {
        write(line.withoutControls + "\n")
    }
}
