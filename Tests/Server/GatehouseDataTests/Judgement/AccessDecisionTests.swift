// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// What a developer learns about the decisions on a request.
@Suite(.tags(.security), .hangLimit)
struct AccessDecisionTests {
    private static let schema = """
        type Todo @model @auth(rules: [
          { allow: owner, identityClaim: "username" }
          { allow: groups, groups: ["Admin"], operations: [read] }
        ]) {
          id: ID!
          title: String
          secret: String @auth(rules: [{ allow: owner, identityClaim: "username" }])
          notes: [Note] @hasMany
        }
        type Note @model @auth(rules: [
          { allow: owner, identityClaim: "username" }
          { allow: groups, groups: ["Admin"], operations: [create] }
        ]) {
          id: ID!
          text: String
          todo: Todo @belongsTo
        }
        """

    /// Executes a document, and returns the decisions in words.
    private func decisions(
        _ api: LiveAPI, _ query: String, by caller: Caller
    ) async -> [AccessDecision] {
        let log = DecisionLog()
        _ = await api.service.execute(DataRequest(query: query), by: caller, noting: log)
        return log.take()
    }

    private func create(_ api: LiveAPI, _ id: String, by caller: Caller) async throws {
        _ = try await api.data(
            "mutation ($id: ID) { createTodo(input: {id: $id, title: \"x\", secret: \"y\"}) { id } }",
            ["id": .string(id)], by: caller)
    }

    @Test
    func `an allowed mutation has the rule that allows it`() async throws {
        let api = try await LiveAPI(Self.schema)
        let decisions = await decisions(api, "mutation { createTodo(input: {title: \"x\"}) { id } }", by: .alice)
        let first = try #require(decisions.first)
        #expect(first.subject == "Todo" && first.action == .create && first.outcome == .allowed)
        #expect(first.reason.description == "allowed by userPools:owner:owner:username")
    }

    @Test
    func `a list has the limits of the rule, and the records that were shown`() async throws {
        let api = try await LiveAPI(Self.schema)
        for id in ["1", "2"] { try await create(api, id, by: .alice) }
        try await create(api, "3", by: .bob)
        let decisions = await decisions(api, "{ listTodos { items { id } } }", by: .alice)
        try #require(decisions.count == 2)
        #expect(decisions[0].scope == .members([.init("owner", ["alice"])]) && decisions[0].count == 0)
        #expect(decisions[1].outcome == .allowed && decisions[1].count == 2)
        #expect(Set(decisions[1].records.map(\.values)) == [[.string("1")], [.string("2")]])
    }

    @Test
    func `a refused record and a hidden field have their reasons`() async throws {
        let api = try await LiveAPI(Self.schema)
        try await create(api, "1", by: .alice)
        let foreign = await decisions(api, "{ getTodo(id: \"1\") { id } }", by: .bob)
        #expect(foreign.map(\.outcome) == [.refused] && foreign.first?.records == [RecordID([.string("1")])])
        #expect(
            foreign.first?.reason.description
                == "not userPools:staticGroup:Admin:cognito:groups, userPools:owner:owner:username")
        let admin = await decisions(api, "{ getTodo(id: \"1\") { id secret } }", by: .admin)
        #expect(admin.map(\.outcome) == [.allowed] && admin.first?.hiddenFields == ["secret"])
    }

    @Test
    func `a search by a hidden field, and a mode that a field does not admit, are refused with their reasons`()
        async throws
    {
        let api = try await LiveAPI(Self.schema)
        let search = await decisions(
            api, "{ listTodos(filter: {secret: {eq: \"y\"}}) { items { id } } }", by: .admin)
        #expect(search.last?.outcome == .refused && search.last?.reason == .fields(["secret"]))
        let key = await decisions(api, "{ listTodos { items { id } } }", by: .apiKey)
        #expect(key.map(\.subject) == ["Query.listTodos"] && key.first?.reason == .noMode(.apiKey))
        let denied = await decisions(
            api, "{ listTodos { items { id } } }", by: .iam(.authenticated, deniedFields: ["Query.listTodos"]))
        #expect(denied.first?.reason == .denied)
    }

    @Test
    func `a relation has the limits of the rule for the records at its end`() async throws {
        let api = try await LiveAPI(Self.schema)
        try await create(api, "1", by: .alice)
        _ = try await api.data(
            "mutation { createNote(input: {text: \"a\", todoNotesId: \"1\"}) { id } }", by: .alice)
        let query = "{ getTodo(id: \"1\") { notes { items { text } } } }"
        let own = await decisions(api, query, by: .alice).filter { $0.subject == "Note" }
        #expect(own.map(\.outcome) == [.allowed, .allowed] && own.last?.count == 1)
        let admin = await decisions(api, query, by: .admin).filter { $0.subject == "Note" }
        #expect(admin.map(\.scope) == [.members([.init("owner", ["carol"])])] && admin.first?.count == 0)
    }

    @Test
    func `a sync of changes reads none that the caller may not read`() async throws {
        let api = try await LiveAPI(Self.schema, Fixture.versioned)
        try await create(api, "1", by: .alice)
        try await create(api, "2", by: .bob)
        let since = api.clock.now.milliseconds
        let decisions = await decisions(api, "{ syncTodos(lastSync: \(since)) { items { id } } }", by: .alice)
        #expect(!decisions.contains { $0.outcome == .leftOut || $0.records.contains(RecordID([.string("2")])) })
        #expect(decisions.last?.outcome == .allowed && decisions.last?.records == [RecordID([.string("1")])])
    }

    @Test
    func `a subscription has a decision at its start and at each event`() async throws {
        let api = try await LiveAPI(Self.schema)
        let log = DecisionLog()
        let subscription = try await api.service.subscribe(
            DataRequest(query: "subscription { onCreateTodo { id } }"), by: .admin, noting: log)
        #expect(log.take().map(\.action) == [.listen])
        try await create(api, "1", by: .alice)
        _ = try await subscription.next(1)
        let decisions = log.take()
        #expect(decisions.map(\.outcome) == [.allowed] && decisions.first?.count == 1)
    }

    @Test
    func `a log keeps a bounded number of decisions and of records`() {
        let log = DecisionLog()
        let decision = { (subject: String) in
            { (refusal: AccessDecision.Outcome) in
                AccessDecision(subject: subject, action: .get, outcome: refusal, reason: .noRecord)
            }
        }
        for number in 0..<100 { log.note(RecordID([.int(number)]), decision("T")) }
        for number in 0..<1_000 { log.note(nil, decision("T\(number)")) }
        let kept = log.take()
        #expect(kept.count == DecisionLog.mostDecisions)
        #expect(kept[0].count == 100 && kept[0].records.count == DecisionLog.mostRecords)
        #expect(log.take().isEmpty)
    }

    @Test
    func `without a reader no decision is even described`() {
        var described = 0
        DecisionLog.none.note(nil) { refusal in
            described += 1
            return AccessDecision(subject: "T", action: .get, outcome: refusal, reason: .noRecord)
        }
        #expect(described == 0 && DecisionLog.none.take().isEmpty)
    }
}
