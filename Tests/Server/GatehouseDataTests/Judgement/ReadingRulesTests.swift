// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import Testing

@testable import GatehouseData

/// Rules that decide about many records one after another.
@Suite(.tags(.security))
struct ReadingRulesTests {
    private static let related: [AccessAction] = [.get, .list, .sync, .listen, .search]

    private let alice = Caller.userPools(["sub": .string("a1"), "username": .string("alice")])
    private let bob = Caller.userPools(["sub": .string("b1"), "username": .string("bob")])
    private let own: GraphQLObject = ["owner": .string("alice")]
    private let foreign: GraphQLObject = ["owner": .string("bob")]

    /// The judge of a model whose owners may read more fields than other callers.
    private func judge(_ rules: String) throws -> AccessJudge {
        let api = try Fixture.api(
            """
            type T @model @auth(rules: [\(rules)]) {
              name: String
              salary: Int @auth(rules: [{ allow: owner }])
              owner: String
              team: [String]
            }
            """, Fixture.settings)
        return AccessJudge(try #require(api.model("T")), api.settings)
    }

    @Test(arguments: [Self.related, [.get], [.list], [.sync]] as [[AccessAction]])
    func `each record has its own fields, in any order of records`(actions: [AccessAction]) throws {
        let judge = try judge("{ allow: owner }, { allow: private, operations: [read] }")
        var rules = ReadingRules(judge, actions, alice)
        let records: [GraphQLObject] = [own, own, foreign, own, foreign, foreign, [:], own]
        for record in records {
            let verdict = rules.verdict(on: record)
            #expect(verdict.isAllowed && verdict.fields.contains("name") && verdict.scope == .everything)
            #expect(verdict.fields.contains("salary") == (record == own))
            #expect(verdict.searchable == verdict.fields)
        }
    }

    @Test func `a foreign record is refused after an own one, and an own one is allowed after a foreign one`() throws {
        let judge = try judge("{ allow: owner }, { allow: groups, groupsField: \"team\", operations: [read] }")
        let member = Caller.userPools([
            "sub": .string("a1"), "username": .string("alice"), "cognito:groups": .list([.string("red")]),
        ])
        let shared: GraphQLObject = ["owner": .string("bob"), "team": .list([.null, .string("blue"), .string("red")])]
        var rules = ReadingRules(judge, Self.related, member)
        for _ in 0..<2 {
            let verdict = rules.verdict(on: own)
            #expect(verdict.isAllowed && verdict.fields.contains("salary"))
            #expect(
                verdict.scope == .members([.init("owner", ["a1::alice", "a1", "alice"]), .init("team", ["red"])]))
            let refused = rules.verdict(on: foreign)
            #expect(!refused.isAllowed && refused.fields.isEmpty && refused.reason == .noMatch(rules.roles))
            let group = rules.verdict(on: shared)
            #expect(group.isAllowed && group.fields.contains("name") && !group.fields.contains("salary"))
        }
        let nested = rules.verdict(on: ["team": .list([.list([.string("red")])])])
        #expect(!nested.isAllowed)
    }

    @Test func `the verdicts are those on single records`() throws {
        let judge = try judge("{ allow: owner }, { allow: private, operations: [get] }")
        let denied = Caller.iam(.authenticated, deniedFields: ["T.name"])
        let callers: [Caller] = [alice, bob, .apiKey, .iam(.administrator), denied]
        let records: [GraphQLObject] = [own, foreign, [:], own]
        for caller in callers {
            var rules = ReadingRules(judge, Self.related, caller)
            for record in records {
                let verdict = judge.judge(related: record, by: &rules, noting: .none)
                #expect(verdict == judge.judge(.related(stored: record), by: caller))
            }
        }
    }

    @Test func `fields that are denied to the caller are not searchable`() throws {
        let judge = try judge("{ allow: private, provider: iam }")
        var rules = ReadingRules(judge, [.get], .iam(.authenticated, deniedFields: ["T.name"]))
        let verdict = rules.verdict(on: own)
        #expect(verdict.fields.contains("name") && !verdict.searchable.contains("name"))
        #expect(verdict.searchable.contains("team"))
    }

    @Test func `a caller without a rule is refused, and an administrator is not`() throws {
        let judge = try judge("{ allow: owner }")
        var key = ReadingRules(judge, [.list], .apiKey)
        let refused = key.verdict(on: own)
        #expect(!refused.isAllowed && refused.reason == .noRule(.list, .apiKey))
        var administrator = ReadingRules(judge, [.list], .iam(.administrator))
        let verdict = administrator.verdict(on: foreign)
        #expect(verdict.fields == judge.model.access.allFields && verdict.reason == .administrator)
    }

    @Test func `each record of a page is noted with the reason for it`() throws {
        let judge = try judge("{ allow: owner }")
        let log = DecisionLog()
        var rules = ReadingRules(judge, [.list], alice)
        for (id, owner) in [("1", "alice"), ("2", "bob"), ("3", "alice")] {
            let record: GraphQLObject = ["id": .string(id), "owner": .string(owner)]
            let fields = judge.readableFields(of: record, by: &rules, noting: log)
            #expect(fields.isEmpty == (owner == "bob"))
        }
        let decisions = log.take()
        #expect(decisions.map(\.outcome) == [.allowed, .leftOut] && decisions.map(\.count) == [2, 1])
        #expect(decisions.last?.records == [RecordID([.string("2")])])
        #expect(decisions.last?.reason == .noMatch(rules.roles))
    }
}
