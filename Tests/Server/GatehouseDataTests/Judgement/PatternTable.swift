// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

@testable import GatehouseData

/// The table of `Golden/patterns.txt`: who may do what by each pattern of rules.
struct PatternTable {
    /// A cell whose answer is not the expected one.
    struct Difference: CustomStringConvertible {
        var pattern: String
        var caller: String
        var operation: String
        var expected: String
        var found: String

        var description: String {
            "\(pattern) | \(caller) | \(operation) | expected \(expected) | found \(found)"
        }
    }

    private struct Pattern {
        var title: String
        var rules: String
        var operations: [String]
        var rows: [(caller: String, cells: [String])]
    }

    private var patterns: [Pattern] = []

    init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("# ") {
            if line.hasPrefix("## ") {
                patterns.append(Pattern(title: String(line.dropFirst(3)), rules: "", operations: [], rows: []))
                continue
            }
            guard !patterns.isEmpty else { continue }
            let last = patterns.count - 1
            if line.hasPrefix("@auth") {
                patterns[last].rules = String(line)
            } else if line.contains("|") {
                let cells = line.split(separator: "|").map { Self.trimmed($0) }
                if cells[0] == "caller" {
                    patterns[last].operations = Array(cells.dropFirst())
                } else {
                    patterns[last].rows.append((cells[0], Array(cells.dropFirst())))
                }
            }
        }
    }

    /// The number of cells.
    var count: Int { patterns.reduce(0) { $0 + $1.rows.count * $1.operations.count } }

    /// The cells whose answers are others.
    func differences() throws -> [Difference] {
        var differences: [Difference] = []
        for pattern in patterns {
            let api = try Fixture.api(
                "type Note @model \(pattern.rules) { title: String owner: String }")
            guard let model = api.model("Note") else { continue }
            let judge = AccessJudge(model, api.settings)
            for row in pattern.rows {
                for (operation, expected) in zip(pattern.operations, row.cells) {
                    let found = Self.callers[row.caller].map { Self.answer(operation, $0, judge) } ?? "unknown caller"
                    guard found != expected else { continue }
                    differences.append(
                        Difference(
                            pattern: pattern.title, caller: row.caller, operation: operation, expected: expected,
                            found: found))
                }
            }
        }
        return differences
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }

    // MARK: - Callers and requests

    /// A caller, and the owner of the caller's records.
    private struct Somebody {
        var caller: Caller
        var stored: String?
        var argument: String

        static func user(_ groups: [String]) -> Somebody {
            var claims: GraphQLObject = ["sub": .string("a1"), "username": .string("alice")]
            if !groups.isEmpty { claims["cognito:groups"] = .list(groups.map { .string($0) }) }
            return Somebody(caller: .userPools(claims), stored: "a1::alice", argument: "alice")
        }

        static func oidc(_ claim: String) -> Somebody {
            let claims: GraphQLObject = ["sub": .string("a1"), claim: .list([.string("Admin")])]
            return Somebody(caller: .oidc(claims), stored: "a1", argument: "a1")
        }

        static func nameless(_ caller: Caller) -> Somebody {
            Somebody(caller: caller, stored: nil, argument: "alice")
        }
    }

    private static let callers: [String: Somebody] = [
        "user": .user([]), "admin": .user(["Admin", "Staff"]), "editor": .user(["Administrators"]),
        "guest": .nameless(.iam(.unauthenticated)), "signed in by IAM": .nameless(.iam(.authenticated)),
        "other IAM": .nameless(.iam(.other)), "API key": .nameless(.apiKey),
        "OIDC admin": .oidc("https://myapp.com/claims/groups"), "OIDC user": .oidc("cognito:groups"),
        "function": .nameless(.function()),
    ]

    private static func answer(_ operation: String, _ somebody: Somebody, _ judge: AccessJudge) -> String {
        var own: GraphQLObject = ["id": .string("1"), "title": .string("t")]
        if let stored = somebody.stored { own["owner"] = .string(stored) }
        var foreign = own
        foreign["owner"] = .string("c1::carol")
        let plain: GraphQLObject = ["title": .string("t")]
        let request: AccessRequest
        switch operation {
        case "create": request = .create(input: plain)
        case "create own": request = .create(input: own)
        case "create foreign": request = .create(input: foreign)
        case "get own": request = .get(stored: own)
        case "get foreign": request = .get(stored: foreign)
        case "get missing": request = .get(stored: nil)
        case "list": request = .list()
        case "update own": request = .update(stored: own, input: plain)
        case "update foreign": request = .update(stored: foreign, input: plain)
        case "delete own": request = .delete(stored: own)
        case "delete foreign": request = .delete(stored: foreign)
        case "sync": request = .sync
        case "listen": request = .listen()
        case "listen own": request = .listen(owners: ["owner": .string(somebody.argument)])
        case "listen foreign": request = .listen(owners: ["owner": .string("carol")])
        default: return "unknown operation"
        }
        let verdict = judge.judge(request, by: somebody.caller)
        return answer(
            verdict, isOfMany: ["list", "sync", "listen"].contains(operation.prefix { $0 != " " }), own, foreign)
    }

    private static func answer(
        _ verdict: AccessVerdict, isOfMany: Bool, _ own: GraphQLObject, _ foreign: GraphQLObject
    ) -> String {
        let reason: String
        switch verdict.reason {
        case .noRule: reason = "rule"
        case .noMatch: reason = "match"
        case .noRecord: reason = "record"
        case .fields: reason = "fields"
        case .administrator: reason = "administrator"
        case .rules(let roles): reason = roles.first.map(name) ?? "nobody"
        }
        guard verdict.isAllowed else { return "no \(reason)" }
        if reason == "record" { return "null record" }
        guard isOfMany else { return "yes \(reason)" }
        switch (verdict.scope.contains(own), verdict.scope.contains(foreign)) {
        case (true, true): return "all \(reason)"
        case (true, false): return "own \(reason)"
        default: return "none \(reason)"
        }
    }

    private static func name(_ role: AccessRole) -> String {
        if role.isDefault { return "default" }
        return switch role.kind {
        case .owner: "owner"
        case .groupField: "groups"
        case .group(let group, _): group
        case .signedIn: "private"
        case .everybody: "public"
        case .custom: "custom"
        }
    }
}
