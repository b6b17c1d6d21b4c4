// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import Testing

@testable import GatehouseData

/// The schemas of docs/data-rules.md, and the tables below them.
@Suite
struct RulesPageTests {
    /// A schema of the page with its tables.
    struct Pattern {
        let heading: String
        let schema: String
        var tables: [String] = []
    }

    private static func patterns() throws -> [Pattern] {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../docs/data-rules.md").standardizedFileURL
        var patterns: [Pattern] = []
        var heading = ""
        var block: (language: Substring, lines: [Substring])?
        for line in try String(contentsOf: page, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if let (language, lines) = block {
                guard line == "```" else {
                    block?.lines.append(line)
                    continue
                }
                let text = lines.joined(separator: "\n") + "\n"
                if language == "graphql" { patterns.append(Pattern(heading: heading, schema: text)) }
                if language == "text", let last = patterns.indices.last { patterns[last].tables.append(text) }
                block = nil
            } else if line.hasPrefix("```") {
                block = (line.dropFirst(3), [])
            } else if line.hasPrefix("#") {
                heading = String(line.drop { $0 == "#" || $0 == " " })
            }
        }
        return patterns
    }

    @Test
    func `each schema of the page has the tables that the compiler prints`() throws {
        for pattern in try Self.patterns() {
            let api = try Fixture.api(pattern.schema)
            let printed = api.models.map(\.access.table) + api.rootFields.compactMap(\.access?.table)
            #expect(
                pattern.tables == printed,
                "docs/data-rules.md, \(pattern.heading):\n\(printed.joined(separator: "\n"))")
        }
    }

    @Test
    func `the page has each common pattern of rules`() throws {
        let rules = try Self.patterns().map { pattern in
            pattern.schema.split { $0.isWhitespace || $0 == "," }.joined(separator: " ")
        }
        for common in [
            "{ allow: owner }]) {",
            "[ { allow: owner operations: [create delete] } { allow: private operations: [read update] } ]",
            #"[{ allow: groups groups: ["Admin"] }]"#,
            #"[ { allow: groups groups: ["Admin"] operations: [create delete] } "#
                + "{ allow: private operations: [read update] } ]",
            #"[{ allow: owner } { allow: groups groups: ["Admin"] }]"#,
            "[{ allow: public }]", "[{ allow: public provider: iam }]",
            "[{ allow: private }]", "[{ allow: private provider: iam }]",
            #"[{ allow: owner provider: oidc identityClaim: "sub" }]"#,
            #"{ allow: groups provider: oidc groups: ["Admin"] groupClaim: "https://myapp.com/claims/groups" }"#,
            "[ { allow: owner } { allow: public provider: apiKey operations: [read] } ]",
        ] {
            #expect(rules.contains { $0.contains(common) }, "docs/data-rules.md lacks the pattern \(common).")
        }
    }
}
