// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// All ways to read records let a caller see the same ones.
@Suite(.hangLimit, .tags(.security))
struct AgreementTests {
    private static let rules = [
        "{ allow: owner }", "{ allow: owner, ownerField: \"editors\" }",
        "{ allow: owner }, { allow: owner, ownerField: \"editors\" }",
        "{ allow: owner, identityClaim: \"username\" }", "{ allow: owner, provider: oidc, identityClaim: \"sub\" }",
        "{ allow: groups, groupsField: \"teams\" }", "{ allow: owner }, { allow: groups, groupsField: \"teams\" }",
        "{ allow: groups, groups: [\"Admin\"] }, { allow: owner }", "{ allow: private }", "{ allow: public }",
        "{ allow: public, provider: identityPool }", "{ allow: private, provider: identityPool }, { allow: owner }",
        "{ allow: custom }", "{ allow: owner }, { allow: public }",
    ]
    private static let callers: [Caller] = [
        .alice, .bob, .admin, .user("r1", "rita", groups: ["red"]), .user("g1", "gus", groups: ["green", "red"]),
        .oidc(["sub": .string("a1")]), .apiKey, .iam(.unauthenticated), .iam(.authenticated), .iam(.other), .function(),
    ]
    private static let owners: [GraphQLValue] = [
        .null, .string("alice"), .string("a1"), .string("a1::alice"), .string("bob"), .string("b1::bob"), .string(""),
        .string("Alice"), .string("red"),
    ]
    private static let lists: [GraphQLValue] = [
        .null, .list([]), .list([.string("alice")]), .list([.string("bob"), .string("a1::alice")]),
        .list([.string("red")]), .list([.string("green"), .string("blue")]), .list([.null, .string("b1")]),
    ]

    private static func schema(_ rules: String) -> String {
        """
        type Item @model @auth(rules: [\(rules)]) {
          label: String @index(name: "byLabel", queryField: "itemsByLabel")
          owner: String
          editors: [String]
          teams: [String]
          holder: Holder @belongsTo
        }
        type Holder @model @auth(rules: [
          { allow: private } { allow: private, provider: oidc } { allow: public } { allow: custom }
          { allow: public, provider: identityPool } { allow: private, provider: identityPool }
        ]) {
          items: [Item] @hasMany
        }
        """
    }

    /// Makes records with all kinds of owners, editors and teams.
    private func fill(_ api: LiveAPI) async throws -> [String] {
        let administrator = Caller.iam(.administrator)
        _ = try await api.data(#"mutation { createHolder(input: { id: "h" }) { id } }"#, by: administrator)
        let document = "mutation m($i: CreateItemInput!) { createItem(input: $i) { id } }"
        var ids: [String] = []
        for number in 0..<(Self.owners.count + 3) {
            let input: GraphQLObject = [
                "id": .string("\(number)"), "label": .string("x"), "owner": Self.owners[number % Self.owners.count],
                "editors": Self.lists[number * 3 % Self.lists.count],
                "teams": Self.lists[number * 5 % Self.lists.count],
                "holderItemsId": .string("h"),
            ]
            _ = try await api.data(document, ["i": .object(input)], by: administrator)
            ids.append("\(number)")
        }
        return ids
    }

    /// The ids in the first list below a path, over all pages.
    private func ids(_ api: LiveAPI, _ document: String, _ path: [String], by caller: Caller) async throws -> [String] {
        var token = GraphQLValue.null
        var found: [String] = []
        repeat {
            let response = try await api.response(document, ["t": token], by: caller)
            var value = response["data"] ?? .null
            for key in path { value = value[key] ?? .null }
            found += (value["items"]?.elements ?? []).compactMap { $0["id"]?.text }
            token = value["nextToken"] ?? .null
        } while token != .null && found.count < 1_000
        return found.sorted()
    }

    @Test(arguments: rules)
    func `each way to read gives a caller the same records`(rules: String) async throws {
        let settings = DataSettings(
            additionalModes: [.apiKey, .iam, .oidc, .function], conflicts: .optimisticConcurrency)
        let api = try await LiveAPI(Self.schema(rules), settings)
        var subscriptions: [Int: DataSubscription] = [:]
        for (number, caller) in Self.callers.enumerated() {
            subscriptions[number] = try? await api.subscribe("subscription { onCreateItem { id } }", by: caller)
        }
        let all = try await fill(api)
        var readers = 0
        for (number, caller) in Self.callers.enumerated() {
            var readable: [String] = []
            for id in all {
                let response = try await api.response(
                    "query q($id: ID!) { getItem(id: $id) { id } }", ["id": .string(id)], by: caller)
                if response["data"]?["getItem"]?["id"] != nil { readable.append(id) }
            }
            readable.sort()
            readers += readable.isEmpty ? 0 : 1
            let page = "items { id } nextToken"
            let variables = "query q($t: String)"
            for (document, path) in [
                ("listItems(limit: 5, nextToken: $t) { \(page) }", ["listItems"]),
                ("itemsByLabel(label: \"x\", limit: 4, nextToken: $t) { \(page) }", ["itemsByLabel"]),
                ("syncItems(limit: 3, nextToken: $t) { \(page) }", ["syncItems"]),
                ("syncItems(limit: 7, nextToken: $t, lastSync: 1800000000000) { \(page) }", ["syncItems"]),
                ("getHolder(id: \"h\") { items(limit: 6, nextToken: $t) { \(page) } }", ["getHolder", "items"]),
            ] {
                let found = try await ids(api, "\(variables) { \(document) }", path, by: caller)
                #expect(found == readable, "\(document) by \(caller.identity)")
            }
            let events = try await subscriptions[number]?.next(readable.count) ?? []
            #expect(
                events.sorted() == readable.map { #"{"data":{"onCreateItem":{"id":"\#($0)"}}}"# }.sorted(),
                "events of \(caller.identity)")
        }
        #expect(readers > 0 && api.failures.all.isEmpty)
    }
}
