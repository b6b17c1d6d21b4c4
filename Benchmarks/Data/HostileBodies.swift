// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// The processor time of the server for requests that are large, or hard to check; each is at most a megabyte long.
enum HostileBodies {
    private static let limit = 0.1
    private static let longest = 1_048_000
    private static let repetitions = 10

    static func measure(_ api: ServedAPI) async throws -> Row {
        var worst = (name: "", time: 0.0)
        for (name, body) in bodies {
            let process = api.running.measured
            let before = process.processorTime
            for _ in 0..<repetitions {
                let status = try await api.post(body)
                // A body is answered or refused, and never a failure.
                guard status < 500 else { throw UnexpectedAnswer(operation: name, status: status) }
            }
            let time = (process.processorTime - before) / Double(repetitions)
            if time > worst.time { worst = (name, time) }
        }
        return Row(
            name: "The most expensive of \(bodies.count) bodies up to 1 MB",
            result: "\((worst.time * 1e3).rounded(0)) ms of its core (\(worst.name))",
            limit: "\((limit * 1e3).rounded(0)) ms", ratio: "\((worst.time / limit).rounded(2)) ×",
            promise: "≤ \((limit * 1e3).rounded(0)) ms", holds: worst.time <= limit)
    }

    private static let bodies: [(name: String, body: Data)] = [
        ("nested lists", Data((#"{"query":"{ a }","variables":{"a":"# + String(repeating: "[", count: longest)).utf8)),
        ("many variables", request("{ __typename }", variables: members(60_000))),
        ("a long text", request(creation, variables: ["text": .string(String(repeating: "a", count: 1_000_000))])),
        ("escapes", Data((#"{"query":""# + String(repeating: #"\u00e9"#, count: 170_000) + #""}"#).utf8)),
        ("combining marks", request(String(repeating: "e\u{301}", count: 300_000))),
        ("a long document", request(String(repeating: " ", count: 1_000_000) + "{ __typename }")),
        ("tokens", request("{ " + String(repeating: "a ", count: 14_990) + "}")),
        ("aliases", request(listed(1_500) { "a\($0): getNote(id: 1) { id }" })),
        ("conflicting fields", request(listed(2_000) { "a: getNote(id: \($0)) { id }" })),
        ("equal fields", request(listed(3_000) { _ in "listNotes { nextToken }" })),
        ("nested selections", request("{ listNotes { items { " + nested(78, "notes { items { ") + "id " + closed(159))),
        (
            "nested values",
            request("{ listNotes(filter: " + nested(2_000, "{ not: ") + "{}" + closed(2_000) + ") { nextToken } }")
        ),
        (
            "a wide filter",
            request("{ listNotes(filter: { or: [" + repeated(2_000, "{ rank: { gt: 1 } } ") + "] }) { nextToken } }")
        ),
        ("fragments of fragments", request(fragments(170))),
        ("a cycle of fragments", request("{ ...f0 } " + (0..<1_500).map(cycle).joined())),
        ("unknown fields", request(listed(7_000) { "x\($0)" })),
        ("many operations", request((0..<2_000).map { "query q\($0) { __typename } " }.joined())),
        (
            "many variable definitions",
            request("query q(" + (0..<2_900).map { "$v\($0): Int " }.joined() + ") { __typename }")
        ),
        ("introspection", request(introspection)),
    ]

    private static let creation = "mutation ($text: String) { createNote(input: { text: $text }) { id } }"
    private static let introspection = """
        { __schema { types { name \(nested(5, "fields { name type { name kind ofType { name fields { name type { "))name         \(closed(5 * 5)) } } }
        """

    private static func request(_ query: String, variables: WireValue = [:]) -> Data {
        Data(WireValue.object(["query": .string(query), "variables": variables]).jsonBytes())
    }

    private static func members(_ count: Int) -> WireValue {
        .object(Dictionary((0..<count).map { (WireName("name\($0)"), .integer(Int64($0))) }) { first, _ in first })
    }

    private static func listed(_ count: Int, _ element: (Int) -> String) -> String {
        "{ " + (0..<count).map(element).joined(separator: " ") + " }"
    }

    private static func repeated(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static func nested(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static func closed(_ count: Int) -> String { String(repeating: "} ", count: count) }

    /// Fragments that each spread all later ones.
    private static func fragments(_ count: Int) -> String {
        let bodies = (0..<count).map { number in
            let spreads = ((number + 1)..<count).map { "...f\($0)" }.joined(separator: " ")
            return "fragment f\(number) on Query { __typename \(spreads) }"
        }
        return "{ ...f0 } " + bodies.joined(separator: " ")
    }

    private static func cycle(_ number: Int) -> String {
        "fragment f\(number) on Query { ...f\((number + 1) % 1_500) } "
    }
}
