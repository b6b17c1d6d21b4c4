// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// Attempts to learn of foreign records by what a request costs: statements, rows, and what it may still read.
///
/// What is counted here is what takes time; no test measures time.
@Suite(.hangLimit, .tags(.security))
struct CostTests {
    private static let schema = """
        type Doc @model @auth(rules: [{ allow: owner }, { allow: groups, groupsField: "teams" }]) {
          title: String @index(name: "byTitle", sortKeyFields: ["rank"], queryField: "docsByTitle")
          rank: Int
          teams: [String]
          pages: [Page] @hasMany
        }
        type Page @model @auth(rules: [{ allow: owner }]) { text: String doc: Doc @belongsTo }
        type Shelf @model @auth(rules: [{ allow: private }]) { doc: Doc @hasOne pages: [Book] @hasMany }
        type Book @model @auth(rules: [{ allow: owner }]) { text: String }
        """
    private static let team = Caller.user("b1", "bob", groups: ["red", "blue"])

    /// An API with a record of Bob in each model, and one of Alice.
    private func docs(
        _ settings: DataSettings = Fixture.settings, limits: DataLimits = DataLimits()
    ) async throws
        -> LiveAPI
    {
        let api = try await LiveAPI(Self.schema, settings, limits: limits)
        _ = try await api.data(#"mutation { createShelf(input: { id: "s" }) { id } }"#, by: .bob)
        try await fill(api, "b", 1, by: .bob)
        try await fill(api, "a", 1, by: .alice)
        return api
    }

    /// Makes records of a caller in each model, whose ids begin with a text.
    private func fill(
        _ api: LiveAPI, _ prefix: String, _ count: Int, text: String = "x", by caller: Caller
    ) async throws {
        let document = """
            mutation m($id: ID!, $text: String) {
              createDoc(input: { id: $id, title: "t", rank: 3, teams: ["green"] }) { id }
              createPage(input: { id: $id, text: $text, docPagesId: "b0" }) { id }
              createBook(input: { id: $id, text: $text, shelfPagesId: "s" }) { id }
            }
            """
        for number in 0..<count {
            _ = try await api.data(
                document, ["id": .string("\(prefix)\(number)"), "text": .string(text)], by: caller)
        }
    }

    // MARK: - One record

    @Test(arguments: [
        "query q($id: ID!) { getDoc(id: $id) { title } }",
        "query q($id: ID!) { getDoc(id: $id) { title pages { items { text doc { title } } } } }",
        "mutation m($id: ID!) { updateDoc(input: { id: $id, rank: 1 }) { title pages { items { text } } } }",
        "mutation m($id: ID!) { updateDoc(input: { id: $id, rank: 1 }, condition: { rank: { eq: 3 } }) { title } }",
        "mutation m($id: ID!) { deleteDoc(input: { id: $id }) { title } }",
    ])
    func `a foreign record costs what a missing one costs`(document: String) async throws {
        let api = try await docs()
        let foreign = await api.work(document, ["id": .string("a0")], by: .bob)
        let missing = await api.work(document, ["id": .string("none")], by: .bob)
        #expect(foreign.statements == missing.statements && foreign.recordsRead == missing.recordsRead)
        #expect(foreign.rows <= 1 && missing.rows == 0)
        #expect(foreign.answer.contains("Not Authorized") && !foreign.answer.contains("items"))
    }

    @Test
    func `a relation to a foreign record costs what one to a missing record costs`() async throws {
        let api = try await docs()
        let document = #"{ getShelf(id: "s") { doc { title pages { items { text } } } } }"#
        var costs: [AnswerWork] = []
        for id in ["a0", "none"] {
            _ = try await api.data(
                "mutation m($d: ID) { updateShelf(input: { id: \"s\", shelfDocId: $d }) { id } }",
                ["d": .string(id)], by: .bob)
            costs.append(await api.work(document, by: .bob))
        }
        #expect(costs[0].statements == costs[1].statements && costs[0].recordsRead == costs[1].recordsRead)
    }

    @Test
    func `the bytes that a request may still load do not tell the length of a foreign record`() async throws {
        let api = try await docs(limits: DataLimits(loadedBytes: 20_000))
        let teams = GraphQLValue.list((0..<900).map { .string("a team with a long name, number \($0)") })
        _ = try await api.data(
            "mutation m($t: [String]) { createDoc(input: { id: \"long\", teams: $t }) { id } }", ["t": teams],
            by: .alice)
        _ = try await api.data(
            #"mutation { updateShelf(input: { id: "s", shelfDocId: "long" }) { id } }"#, by: .bob)
        let document = #"{ getShelf(id: "s") { id doc { title } } }"#
        #expect(try await api.messages(document, by: .bob) == ["Not Authorized to access doc on type Shelf"])
        #expect(try await api.errors(document, by: .alice) == ["QueryLimitExceeded"])
    }

    // MARK: - Many records

    private static let lists = [
        "listDocs(limit: 1)", "listDocs(limit: 5, filter: { rank: { gt: 1 } })",
        "docsByTitle(title: \"t\", limit: 1)", "docsByTitle(title: \"t\", rank: { ge: 3 }, sortDirection: DESC)",
        "listPages", "listBooks(limit: 1)",
    ]

    @Test(arguments: lists)
    func `a list costs the same however many records others have`(field: String) async throws {
        let api = try await docs()
        let document = "{ \(field) { items { id } nextToken } }"
        let alone = await api.work(document, by: Self.team)
        try await fill(api, "c", 40, by: .alice)
        #expect(await api.work(document, by: Self.team) == alone)
        #expect(alone.recordsRead == 1 && alone.answer.hasSuffix(#""nextToken":null}}}"#))
    }

    @Test(arguments: ["", "limit: 1, ", "limit: 1, lastSync: 1799999999000, ", "lastSync: 1799999999000, "])
    func `a sync costs the same however much others change`(arguments: String) async throws {
        let api = try await docs(Fixture.versioned)
        let document = "{ syncDocs(\(arguments)filter: { rank: { ne: 9 } }) { items { id } nextToken startedAt } }"
        let alone = await api.work(document, by: Self.team)
        try await fill(api, "c", 20, by: .alice)
        for number in 0..<10 {
            _ = try await api.data(
                "mutation { deleteDoc(input: { id: \"c\(number)\", _version: 1 }) { id } }", by: .alice)
        }
        #expect(await api.work(document, by: Self.team) == alone)
        #expect(alone.recordsRead == 1 && alone.answer.contains(#""items":[{"id":"b0"}],"nextToken":null"#))
    }

    @Test
    func `a sync of changes finds those of the groups of the caller`() async throws {
        let api = try await docs(Fixture.versioned)
        let document = "{ syncDocs(lastSync: 1799999999000) { items { id } nextToken } }"
        for (id, teams) in [("g1", #"["red", "blue"]"#), ("g2", #"["green"]"#), ("g3", #"["blue"]"#)] {
            _ = try await api.data(
                "mutation { createDoc(input: { id: \"\(id)\", teams: \(teams) }) { id } }", by: .alice)
        }
        #expect(
            await api.answer(document, by: Self.team)
                == #"{"data":{"syncDocs":{"items":[{"id":"b0"},{"id":"g1"},{"id":"g3"}],"nextToken":null}}}"#)
    }

    @Test
    func `the elements of a relation cost the same however many others have`() async throws {
        let api = try await docs()
        let document = #"{ getShelf(id: "s") { pages(limit: 1) { items { id } nextToken } } }"#
        let alone = await api.work(document, by: .bob)
        try await fill(api, "c", 20, by: .alice)
        #expect(await api.work(document, by: .bob) == alone)
        #expect(alone.answer.contains(#"{"items":[{"id":"b0"}],"nextToken":null}"#))
    }

    @Test
    func `a request that reads as much as it may does not tell what others have`() async throws {
        let api = try await docs(Fixture.versioned, limits: DataLimits(records: 6))
        let document = """
            { a: syncDocs(limit: 2, lastSync: 1799999999000) { items { id } nextToken }
              b: listBooks(limit: 2) { items { id } nextToken } c: listPages(limit: 2) { items { id } nextToken } }
            """
        let alone = await api.work(document, by: .bob)
        try await fill(api, "c", 9, by: .alice)
        #expect(await api.work(document, by: .bob) == alone)
        #expect(!alone.answer.contains("QueryLimitExceeded"))
    }

    // MARK: - Events

    @Test
    func `changes of others do not crowd out a subscriber`() async throws {
        let api = try await docs(limits: DataLimits(waitingEvents: 2))
        let subscription = try await api.subscribe("subscription { onCreateBook { id } }", by: .bob)
        try await fill(api, "c", 9, by: .alice)
        try await fill(api, "d", 1, by: .bob)
        #expect(try await subscription.next(1) == [#"{"data":{"onCreateBook":{"id":"d0"}}}"#])
        #expect(api.events.tallies["one"]?.dropped == 0 && api.events.tallies["one"]?.events == 1)
    }

    // MARK: - Arguments

    /// A query with 50 lists, whose filters have a variable 100 times each.
    private static let repeating =
        "query q($f: ModelDocFilterInput) {"
        + (0..<50).map { number in
            " a\(number): listDocs(filter: { or: [\(String(repeating: "$f ", count: 100))] }) { nextToken }"
        }.joined() + " }"

    @Test
    func `a request that repeats a long variable is refused before it reads`() async throws {
        let api = try await docs()
        let text = GraphQLValue.string(String(repeating: "a", count: 500_000))
        let work = await api.work(Self.repeating, ["f": .object(["title": .object(["eq": text])])], by: .bob)
        #expect(work.statements == 0 && work.answer.contains("QueryLimitExceeded"))
    }

    @Test
    func `a long list that each field has is refused before it reads`() async throws {
        let api = try await docs()
        let document =
            "query q($f: [ModelDocFilterInput]) {"
            + (0..<50).map { " a\($0): listDocs(filter: { or: $f }) { nextToken }" }.joined() + " }"
        for element in [GraphQLValue.object([:]), .null] {
            let work = await api.work(document, ["f": .list(Array(repeating: element, count: 30_000))], by: .bob)
            #expect(work.statements == 0 && work.answer.contains("QueryLimitExceeded"))
        }
    }

    @Test
    func `the list of a token has one length, because each parent of a relation has a list`() async throws {
        let api = try await docs()
        let context = api.service.resolver(for: .bob, noting: .none).context
        let lengths = try [1, 100_000].map { count in
            let text = String(repeating: "x", count: count)
            let document = try Document(parsing: "{ listDocs(filter: { title: { eq: \"\(text)\" } }) { nextToken } }")
            let plan = try ExecutionPlan(
                document.operations[0], in: document, schema: api.service.api.schema, variables: [:])
            return PageScope(plan.fields[0], context).list(of: []).utf8.count
        }
        #expect(lengths[0] == lengths[1])
    }

    // MARK: - Creations

    @Test
    func `a taken key tells nothing of its record, not even by the cost`() async throws {
        let api = try await docs()
        _ = try await api.data(
            #"mutation { createBook(input: { id: "long", text: "\#(String(repeating: "x", count: 9_000))" }) { id } }"#,
            by: .alice)
        let document = "mutation m($id: ID!) { createBook(input: { id: $id }) { id text } }"
        let costs = [
            await api.work(document, ["id": .string("a0")], by: .bob),
            await api.work(document, ["id": .string("long")], by: .bob),
            await api.work(document, ["id": .string("b0")], by: .bob),
        ]
        #expect(Set(costs).count == 1)
        #expect(costs[0].answer.contains("ConditionalCheckFailedException"))
    }
}
