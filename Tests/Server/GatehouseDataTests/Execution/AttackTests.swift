// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// Attacks on records of others.
@Suite(.hangLimit, .tags(.security))
struct AttackTests {
    private static let schema = """
        type Doc @model @auth(rules: [{ allow: owner }, { allow: groups, groups: ["Admin"], operations: [read] }]) {
          title: String @index(name: "byTitle", queryField: "docsByTitle")
          owner: String
          pages: [Page] @hasMany
        }
        type Page @model @auth(rules: [{ allow: private }]) { doc: Doc @belongsTo }
        type Team @model @auth(rules: [{ allow: groups, groupsField: "teams" }]) { teams: [String] name: String }
        """

    private func docs(_ count: Int = 3, by caller: Caller = .alice) async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema)
        for number in 0..<count {
            _ = try await api.data(
                "mutation { createDoc(input: { id: \"\(number)\", title: \"t\" }) { id } }", by: caller)
        }
        return api
    }

    // MARK: - Owners

    @Test(arguments: [
        GraphQLValue.string("alice"), .string("a1"), .string("a1::alice"), .string(""), .null, .string("b1::alice"),
        .string("bob::alice"), .string(" bob"), .string("BOB"), .string("b1::bob::alice"),
    ])
    func `a new record does not get another owner`(owner: GraphQLValue) async throws {
        let api = try await docs(0)
        let document = "mutation m($o: String) { createDoc(input: { id: \"x\", owner: $o }) { id } }"
        #expect(try await api.errors(document, ["o": owner], by: .bob) == ["Unauthorized"])
        #expect(await api.answer(#"{ getDoc(id: "x") { id } }"#, by: .admin) == #"{"data":{"getDoc":null}}"#)
    }

    @Test(arguments: ["bob", "b1", "b1::bob"])
    func `a new record may name its creator`(owner: String) async throws {
        let api = try await docs(0)
        let document = "mutation m($o: String) { createDoc(input: { id: \"x\", owner: $o }) { id } }"
        #expect(try await api.errors(document, ["o": .string(owner)], by: .bob) == [])
        #expect(try await api.errors(#"{ getDoc(id: "x") { id } }"#, by: .bob) == [])
        #expect(try await api.errors(#"{ getDoc(id: "x") { id } }"#, by: .alice) == ["Unauthorized"])
    }

    @Test(arguments: [
        GraphQLValue.list([]), .null, .list([.null]), .list([.string("alice")]), .list([.string("")]),
        .list([.string("BOB"), .string("bob ")]), .list([.string("b1::alice"), .string("a1::bob")]), .string("alice"),
        .string("[bob]"), .string("alice,bob"),
    ])
    func `a list of owners does not leave out its creator`(owners: GraphQLValue) async throws {
        let api = try await LiveAPI(
            "type Doc @model @auth(rules: [{ allow: owner, ownerField: \"owners\" }]) { owners: [String] }")
        let document = "mutation m($o: [String]) { createDoc(input: { id: \"x\", owners: $o }) { id } }"
        #expect(try await api.errors(document, ["o": owners], by: .bob) == ["Unauthorized"])
        // As in the original, a creator may name further owners.
        let both: GraphQLValue = .list([.string("alice"), .string("bob")])
        #expect(try await api.errors(document, ["o": both], by: .bob) == [])
        #expect(try await api.errors(#"{ getDoc(id: "x") { id } }"#, by: .alice) == [])
    }

    @Test
    func `one owner is not written as a list`() async throws {
        let api = try await docs(0)
        for owner in [#"["bob"]"#, #"[["bob"]]"#, #"{ eq: "bob" }"#, "bob", "true", "1"] {
            let document = "mutation { createDoc(input: { id: \"x\", owner: \(owner) }) { id } }"
            #expect(try await api.messages(document, by: .bob)[0].contains("WrongType"))
        }
    }

    @Test
    func `an owner that the schema does not declare is in no input`() async throws {
        let api = try await LiveAPI("type Doc @model @auth(rules: [{ allow: owner }]) { title: String }")
        let document = #"mutation { createDoc(input: { title: "a", owner: "alice" }) { id } }"#
        #expect(try await api.messages(document, by: .bob)[0].contains("WrongType"))
    }

    @Test
    func `a former owner has no access`() async throws {
        let api = try await docs(1)
        let subscription = try await api.subscribe("subscription { onUpdateDoc { title } }", by: .alice)
        _ = try await api.data(#"mutation { updateDoc(input: { id: "0", owner: "bob" }) { id } }"#, by: .alice)
        for document in [
            #"{ getDoc(id: "0") { id } }"#, #"mutation { updateDoc(input: { id: "0", title: "x" }) { id } }"#,
            #"mutation { deleteDoc(input: { id: "0" }) { id } }"#,
        ] {
            #expect(try await api.errors(document, by: .alice) == ["Unauthorized"])
        }
        #expect(await api.answer("{ listDocs { items { id } } }", by: .alice) == #"{"data":{"listDocs":{"items":[]}}}"#)
        _ = try await api.data(#"mutation { updateDoc(input: { id: "0", title: "by bob" }) { id } }"#, by: .bob)
        _ = try await api.data(#"mutation { createDoc(input: { id: "9" }) { id } }"#, by: .alice)
        _ = try await api.data(#"mutation { updateDoc(input: { id: "9", title: "own" }) { id } }"#, by: .alice)
        #expect(try await subscription.next(1) == [#"{"data":{"onUpdateDoc":{"title":"own"}}}"#])
    }

    @Test
    func `an index query and a filter have no foreign records`() async throws {
        let api = try await docs(3)
        for field in [
            #"docsByTitle(title: "t")"#, #"listDocs(filter: { owner: { contains: "alice" } })"#,
            #"listDocs(filter: { not: { id: { eq: "z" } } })"#,
        ] {
            #expect(
                await api.answer("{ list: \(field) { items { id } nextToken } }", by: .bob)
                    == #"{"data":{"list":{"items":[],"nextToken":null}}}"#)
        }
    }

    @Test
    func `a relation of a shared record leads to no foreign record`() async throws {
        let api = try await docs(1)
        _ = try await api.data(#"mutation { createPage(input: { id: "p", docPagesId: "0" }) { id } }"#, by: .alice)
        let document = #"{ getPage(id: "p") { id doc { title pages { items { doc { title } } } } } }"#
        let response = try await api.response(document, by: .bob)
        #expect(LiveAPI.text(response["data"] ?? .null) == #"{"getPage":{"id":"p","doc":null}}"#)
        #expect(try await api.messages(document, by: .bob) == ["Not Authorized to access doc on type Page"])
    }

    @Test
    func `groups in a record let their members in and no others`() async throws {
        let api = try await docs(0)
        let red = Caller.user("r1", "rita", groups: ["red"])
        let blue = Caller.user("s1", "sam", groups: ["blue", "re"])
        let create = #"mutation { createTeam(input: { id: "1", teams: ["red", "green"], name: "x" }) { id } }"#
        #expect(try await api.errors(create, by: blue) == ["Unauthorized"])
        #expect(try await api.errors(create, by: red) == [])
        let list = "{ listTeams { items { id } } }"
        #expect(await api.answer(list, by: red) == #"{"data":{"listTeams":{"items":[{"id":"1"}]}}}"#)
        #expect(await api.answer(list, by: blue) == #"{"data":{"listTeams":{"items":[]}}}"#)
        #expect(try await api.errors(list, by: .alice) == ["Unauthorized"])
        await #expect(throws: DataRefusal.self) {
            try await api.subscribe("subscription { onCreateTeam { id } }", by: .alice)
        }
    }

    // MARK: - Tokens of pages

    private func token(_ api: LiveAPI, by caller: Caller = .alice) async throws -> String {
        let data = try await api.data("{ listDocs(limit: 1) { nextToken } }", by: caller)
        return try #require(data["listDocs"]?["nextToken"]?.text)
    }

    private func messages(
        _ api: LiveAPI, _ field: String, _ token: String, by caller: Caller = .alice
    ) async throws -> [String] {
        try await api.messages(
            "query q($t: String) { \(field) { items { id } } }", ["t": .string(token)], by: caller)
    }

    @Test
    func `a token serves its list and caller only`() async throws {
        let api = try await docs(3)
        let token = try await token(api)
        #expect(try await messages(api, "listDocs(limit: 2, nextToken: $t)", token) == [])
        let invalid = ["Invalid nextToken"]
        #expect(try await messages(api, "listDocs(nextToken: $t)", token, by: .bob) == invalid)
        #expect(try await messages(api, "listDocs(nextToken: $t)", token, by: .admin) == invalid)
        #expect(try await messages(api, "listPages(nextToken: $t)", token) == invalid)
        #expect(try await messages(api, "docsByTitle(title: \"t\", nextToken: $t)", token) == invalid)
        #expect(try await messages(api, "listDocs(filter: { title: { eq: \"t\" } }, nextToken: $t)", token) == invalid)
        let other = try await LiveAPI(Self.schema, id: "two", beside: api)
        #expect(try await messages(other, "listDocs(nextToken: $t)", token) == invalid)
    }

    @Test
    func `a token survives the renewal of its caller's session`() async throws {
        let api = try await docs(3)
        var claims = Caller.alice.claims
        claims["iat"] = .int(1)
        let token = try await token(api)
        #expect(try await messages(api, "listDocs(nextToken: $t)", token, by: .userPools(claims)) == [])
    }

    @Test
    func `an edited token is refused`() async throws {
        let api = try await docs(3)
        let token = try await token(api)
        var edited = [String(token.dropLast()), token + "A", "", "null", "{}", "é"]
        for position in stride(from: 0, to: token.utf8.count, by: 7) {
            var bytes = Array(token.utf8)
            bytes[position] = bytes[position] == 65 ? 66 : 65
            edited.append(String(decoding: bytes, as: UTF8.self))
        }
        for token in edited {
            #expect(try await messages(api, "listDocs(nextToken: $t)", token) == ["Invalid nextToken"])
        }
        #expect(api.failures.all.isEmpty)
    }

    // MARK: - Cost

    @Test
    func `aliases do not read more records than one request may`() async throws {
        let api = try await docs(20)
        let bounded = try await LiveAPI(Self.schema, limits: DataLimits(records: 50), beside: api)
        let fields = (0..<10).map { "a\($0): listDocs { items { id } nextToken }" }.joined(separator: " ")
        let response = try await bounded.response("{ \(fields) }", by: .alice)
        let read = (response["data"]?.members ?? [:]).reduce(0) { $0 + ($1.value["items"]?.elements?.count ?? 0) }
        #expect(read <= 50)
        #expect((response["errors"]?.elements ?? []).allSatisfy { $0["errorType"] == .string("QueryLimitExceeded") })
        #expect(response["errors"]?.elements?.isEmpty == false)
    }

    @Test
    func `a filter that matches little does not scan more than one request may`() async throws {
        let api = try await docs(30)
        let bounded = try await LiveAPI(Self.schema, limits: DataLimits(records: 10), beside: api)
        let data = try await bounded.data(
            #"{ listDocs(filter: { title: { eq: "none" } }) { items { id } nextToken } }"#, by: .alice)
        #expect(data["listDocs"]?["items"] == .list([]))
        #expect(data["listDocs"]?["nextToken"]?.text != nil)
    }

    /// An API whose records have 300 KB each, with one record of another model for each of them.
    private func largeDocs(_ count: Int, limits: DataLimits = DataLimits()) async throws -> LiveAPI {
        let api = try await LiveAPI(
            """
            type Doc @model @auth(rules: [{ allow: private }]) { text: String }
            type Link @model @auth(rules: [{ allow: private }]) { doc: Doc @hasOne }
            """, DataSettings(conflicts: .automerge), limits: limits)
        let document =
            "mutation m($id: ID!, $t: String) { createDoc(input: { id: $id, text: $t }) { id }"
            + " createLink(input: { linkDocId: $id }) { id } }"
        let text = GraphQLValue.string(String(repeating: "x", count: 300_000))
        for number in 0..<count {
            _ = try await api.data(document, ["id": .string("\(number)"), "t": text], by: .alice)
        }
        return api
    }

    @Test
    func `a filter that matches little does not read all of many large records`() async throws {
        let api = try await largeDocs(60)
        let document = #"{ listDocs(filter: { text: { contains: "y" } }) { items { id } nextToken } }"#
        let page = try await api.data(document, by: .alice)["listDocs"]
        #expect(page?["items"] == .list([]))
        #expect(page?["nextToken"]?.text != nil)
    }

    @Test
    func `a large record counts as several of those that a request may read`() async throws {
        let api = try await largeDocs(2, limits: DataLimits(records: 200))
        let list = #"listDocs(filter: { text: { contains: "y" } }) { items { id } }"#
        #expect(try await api.errors("{ a: \(list) }", by: .alice) == [])
        #expect(try await api.errors("{ a: \(list) b: \(list) c: \(list) }", by: .alice) == ["QueryLimitExceeded"])
    }

    @Test
    func `a page of changes ends before many large records`() async throws {
        let api = try await largeDocs(20)
        let document =
            "query q($t: String) { syncDocs(lastSync: 1799999999000, nextToken: $t) { items { id } nextToken } }"
        var found: [GraphQLValue] = []
        var token = GraphQLValue.null
        repeat {
            let page = try await api.data(document, ["t": token], by: .alice)["syncDocs"]
            let items = page?["items"]?.elements ?? []
            #expect((1...16).contains(items.count))
            found += items.compactMap { $0["id"] }
            token = page?["nextToken"] ?? .null
        } while token != .null && found.count < 30
        #expect(found.count == 20 && Set(found).count == 20)
    }

    @Test
    func `relations do not load many large records`() async throws {
        let api = try await largeDocs(130, limits: DataLimits(loadedBytes: 1_000_000))
        let document = "{ listLinks(limit: 1000) { items { doc { id } } } }"
        #expect(try await api.errors(document, by: .alice).contains("QueryLimitExceeded"))
    }

    @Test
    func `relations that lead in a circle end at the depth of a document`() async throws {
        let api = try await docs(1)
        _ = try await api.data(#"mutation { createPage(input: { id: "p", docPagesId: "0" }) { id } }"#, by: .alice)
        let levels = 12
        let document =
            "{ getDoc(id: \"0\") " + String(repeating: "{ pages { items { doc ", count: levels)
            + "{ id }" + String(repeating: " } } }", count: levels) + " }"
        #expect(try await api.errors(document, by: .alice) == ["QueryLimitExceeded"])
    }
}
