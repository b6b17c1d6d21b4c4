// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// Attempts to learn of a foreign record by what an answer tells beside its records.
@Suite(.hangLimit, .tags(.security))
struct ConcealmentTests {
    private static let schema = """
        type Doc @model @auth(rules: [{ allow: owner }]) {
          title: String @index(name: "byTitle", sortKeyFields: ["rank"], queryField: "docsByTitle")
          rank: Int
        }
        type Memo @model @auth(rules: [{ allow: owner }, { allow: private, operations: [update] }]) { text: String }
        """
    private static let empty = #"{"items":[],"nextToken":null}"#

    /// Records of Alice, and one of Bob.
    private func docs(_ settings: DataSettings = Fixture.settings) async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema, settings)
        for number in 0..<5 {
            _ = try await api.data(
                "mutation { createDoc(input: { id: \"a\(number)\", title: \"t\", rank: \(number) }) { id } }",
                by: .alice)
        }
        _ = try await api.data(
            #"mutation { createDoc(input: { id: "b", title: "t", rank: 3 }) { id } }"#, by: .bob)
        return api
    }

    // MARK: - Lists

    @Test(arguments: [
        "listDocs(limit: 1)", "listDocs(limit: 2, filter: { rank: { ge: 0 } })", "docsByTitle(title: \"t\", limit: 1)",
        "docsByTitle(title: \"t\", sortDirection: DESC, limit: 1)",
        "docsByTitle(title: \"t\", rank: { le: 3 }, limit: 3)",
    ])
    func `a page begins with an own record, and no token leads to foreign ones`(field: String) async throws {
        let api = try await docs()
        #expect(
            await api.answer("{ page: \(field) { items { id } nextToken } }", by: .bob)
                == #"{"data":{"page":{"items":[{"id":"b"}],"nextToken":null}}}"#)
    }

    @Test(arguments: [
        "listDocs(filter: { id: { eq: \"a1\" } })", "listDocs(filter: { owner: { beginsWith: \"a\" } })",
        "listDocs(filter: { or: [{ id: { beginsWith: \"a\" } }, { not: { owner: { contains: \"b\" } } }] })",
        "docsByTitle(title: \"t\", rank: { lt: 3 })",
        "docsByTitle(title: \"t\", filter: { title: { size: { gt: 0 } } }, rank: { gt: 3 })",
    ])
    func `a filter that only foreign records match finds none`(field: String) async throws {
        let api = try await docs()
        #expect(
            await api.answer("{ page: \(field) { items { id } nextToken } }", by: .bob)
                == #"{"data":{"page":\#(Self.empty)}}"#)
    }

    @Test
    func `a sync has no foreign records, changes and tombstones`() async throws {
        let api = try await docs(Fixture.versioned)
        _ = try await api.data(#"mutation { deleteDoc(input: { id: "a1", _version: 1 }) { id } }"#, by: .alice)
        api.clock.advance(by: .seconds(10))
        for arguments in ["", "(lastSync: 1799999999000)", "(filter: { _deleted: { eq: true } })"] {
            let data = try await api.data("{ syncDocs\(arguments) { items { id } nextToken } }", by: .bob)
            let page = try #require(data["syncDocs"])
            #expect(page["nextToken"] == .null)
            #expect((page["items"]?.elements ?? []).allSatisfy { $0["id"] == .string("b") })
        }
    }

    @Test
    func `a token of a sync serves its time only`() async throws {
        let api = try await docs(Fixture.versioned)
        let first = try await api.data("{ syncDocs(limit: 1) { nextToken } }", by: .alice)
        let token = try #require(first["syncDocs"]?["nextToken"])
        for arguments in ["lastSync: 1799999999000, ", "filter: { rank: { ge: 0 } }, "] {
            let document = "query q($t: String) { syncDocs(\(arguments)nextToken: $t) { items { id } } }"
            #expect(try await api.messages(document, ["t": token], by: .alice) == ["Invalid nextToken"])
        }
    }

    @Test
    func `the token of an order serves that order only`() async throws {
        let api = try await docs()
        let first = try await api.data(#"{ docsByTitle(title: "t", limit: 1) { nextToken } }"#, by: .alice)
        let token = try #require(first["docsByTitle"]?["nextToken"])
        for arguments in ["title: \"t\", sortDirection: DESC", "title: \"u\"", "title: \"t\", rank: { gt: 0 }"] {
            let document = "query q($t: String) { docsByTitle(\(arguments), nextToken: $t) { items { id } } }"
            #expect(try await api.messages(document, ["t": token], by: .alice) == ["Invalid nextToken"])
        }
    }

    // MARK: - One record

    @Test(arguments: [
        "updateDoc(input: { id: $id, rank: 9 })", "deleteDoc(input: { id: $id })",
        "updateDoc(input: { id: $id, rank: 9 }, condition: { title: { eq: \"t\" } })",
        "deleteDoc(input: { id: $id }, condition: { title: { attributeExists: false } })",
    ])
    func `a change does not tell whether a foreign record exists`(field: String) async throws {
        let api = try await docs()
        let document = "mutation m($id: ID!) { \(field) { title } }"
        let foreign = await api.answer(document, ["id": .string("a1")], by: .bob)
        #expect(foreign == (await api.answer(document, ["id": .string("none")], by: .bob)))
        #expect(foreign.contains("Not Authorized to access"))
    }

    @Test
    func `a creation tells of a foreign record that its key is taken, and nothing else`() async throws {
        let api = try await docs()
        let documents = [
            #"mutation { createDoc(input: { id: "a1", title: "x" }) { id title } }"#,
            #"mutation { createDoc(input: { id: "a1" }, condition: { title: { eq: "t" } }) { id title } }"#,
            #"mutation { createDoc(input: { id: "a1" }, condition: { title: { ne: "t" } }) { id title } }"#,
        ]
        for document in documents {
            let response = try await api.response(document, by: .bob)
            #expect(response["data"] == .object(["createDoc": .null]))
            #expect(response["errors"]?.elements?.first?["data"] == .null)
            #expect(try await api.errors(document, by: .bob) == ["DynamoDB:ConditionalCheckFailedException"])
        }
        #expect(
            await api.answer(#"{ getDoc(id: "a1") { title owner } }"#, by: .alice)
                == #"{"data":{"getDoc":{"title":"t","owner":"alice"}}}"#)
    }

    @Test
    func `the refusal of a foreign record has no field of it`() async throws {
        let api = try await docs(Fixture.versioned)
        for document in [
            #"{ getDoc(id: "a1") { title } }"#, #"mutation { updateDoc(input: { id: "a1", _version: 9 }) { title } }"#,
            #"mutation { deleteDoc(input: { id: "a1", _version: 9 }) { title } }"#,
        ] {
            let response = try await api.response(document, by: .bob)
            let error = try #require(response["errors"]?.elements?.first)
            #expect(error["errorType"] == .string("Unauthorized") && error["data"] == .null)
            #expect(response["data"]?.members?.allSatisfy { $0.value == .null } == true)
        }
    }

    @Test
    func `a conflict shows a caller who may not read the version alone`() async throws {
        let api = try await docs(Fixture.versioned)
        _ = try await api.data(#"mutation { createMemo(input: { id: "m", text: "secret" }) { id } }"#, by: .alice)
        let document = #"mutation { updateMemo(input: { id: "m", _version: 7 }) { id text owner _version } }"#
        let response = try await api.response(document, by: .bob)
        #expect(try await api.errors(document, by: .bob) == ["ConflictUnhandled"])
        let data = try #require(response["errors"]?.elements?.first?["data"])
        #expect(data["_version"] == .int(1) && data["__typename"] == .string("Memo"))
        #expect([data["id"], data["text"], data["owner"]].allSatisfy { $0 ?? .null == .null })
    }

    @Test(arguments: ["secret", "other"])
    func `a caller who may only change a record learns nothing by conditions`(text: String) async throws {
        let api = try await docs()
        _ = try await api.data(#"mutation { createMemo(input: { id: "m", text: "secret" }) { id } }"#, by: .alice)
        let document = "mutation { updateMemo(input: { id: \"m\" }, condition: { text: { eq: \"\(text)\" } }) { id } }"
        #expect(try await api.messages(document, by: .bob) == ["Unauthorized on [text]"])
    }

    // MARK: - APIs that hide foreign records

    private func hiding() async throws -> LiveAPI {
        let api = try await LiveAPI(
            """
            type Doc @model @auth(rules: [{ allow: owner }]) { title: String notes: [Note] @hasMany }
            type Note @model @auth(rules: [{ allow: private }]) { text: String doc: Doc @belongsTo twin: Doc @hasOne }
            """, hidesForeignRecords: true)
        for (id, caller) in [("a", Caller.alice), ("b", .bob)] {
            _ = try await api.data(
                "mutation { createDoc(input: { id: \"\(id)\", title: \"t\" }) { id } }", by: caller)
        }
        for id in ["a", "b", "none"] {
            _ = try await api.data(
                "mutation { createNote(input: { id: \"\(id)\", docNotesId: \"\(id)\", noteTwinId: \"\(id)\" }) { id } }",
                by: .alice)
        }
        return api
    }

    @Test(arguments: [
        "{ getDoc(id: $id) { id title notes { items { text } } } }", "{ getNote(id: $id) { text doc { title } } }",
        "{ getNote(id: $id) { text twin { title notes { nextToken } } } }",
    ])
    func `a foreign record is answered as a missing one where the API hides it`(field: String) async throws {
        let api = try await hiding()
        var works: [AnswerWork] = []
        for id in ["a", "none"] {
            works.append(await api.work("query q($id: ID!) \(field)", ["id": .string(id)], by: .bob))
        }
        #expect(works[0].answer == works[1].answer && !works[0].answer.contains("errors"))
        #expect(works[0].statements == works[1].statements && works[0].recordsRead == works[1].recordsRead)
        #expect(await api.answer("query q($id: ID!) \(field)", ["id": .string("b")], by: .bob).contains(#""t""#))
    }

    @Test
    func `an API that hides foreign records refuses callers without any rule, and all changes`() async throws {
        let api = try await hiding()
        #expect(try await api.errors(#"{ getDoc(id: "a") { id } }"#, by: .apiKey) == ["Unauthorized"])
        #expect(try await api.errors(#"{ getDoc(id: "none") { id } }"#, by: .apiKey) == ["Unauthorized"])
        for id in ["a", "none"] {
            #expect(
                try await api.errors(
                    "mutation { updateDoc(input: { id: \"\(id)\", title: \"x\" }) { id } }", by: .bob)
                    == ["Unauthorized"])
        }
    }

    // MARK: - Ways around a rule

    @Test
    func `a join record leads to no foreign record`() async throws {
        let api = try await LiveAPI(
            """
            type Post @model @auth(rules: [{ allow: owner }]) {
              text: String
              tags: [Tag] @manyToMany(relationName: "PostTags")
            }
            type Tag @model @auth(rules: [{ allow: owner }]) {
              name: String
              posts: [Post] @manyToMany(relationName: "PostTags")
            }
            """)
        _ = try await api.data(#"mutation { createTag(input: { id: "t", name: "hers" }) { id } }"#, by: .alice)
        _ = try await api.data(#"mutation { createPost(input: { id: "p", text: "his" }) { id } }"#, by: .bob)
        _ = try await api.data(
            #"mutation { createPostTags(input: { id: "j", postId: "p", tagId: "t" }) { id } }"#, by: .bob)
        let document = #"{ getPost(id: "p") { tags { items { tag { name posts { items { id } } } } } } }"#
        #expect(try await api.messages(document, by: .bob) == ["Not Authorized to access tag on type PostTags"])
        #expect(
            await api.answer(#"{ getTag(id: "t") { posts { items { post { text } } } } }"#, by: .alice)
                == #"{"data":{"getTag":{"posts":{"items":[]}}}}"#)
    }

    @Test
    func `a function behind a rule is not called for other callers`() async throws {
        let admins = "@auth(rules: [{ allow: groups, groups: [\"Admin\"] }])"
        let api = try await LiveAPI(
            """
            type Doc @model @auth(rules: [{ allow: private }]) {
              title: String
              score: Int \(admins) @function(name: "score")
            }
            type Query { total: Int \(admins) @function(name: "total") }
            """)
        _ = try await api.data(#"mutation { createDoc(input: { id: "1", title: "a" }) { id } }"#, by: .admin)
        for document in ["{ total }", #"{ getDoc(id: "1") { score } }"#, "{ listDocs { items { score } } }"] {
            #expect(try await api.errors(document, by: .alice) == ["Unauthorized"])
        }
    }

    @Test
    func `the token of a mode serves that mode only`() async throws {
        let api = try await LiveAPI(
            """
            type Note @model @auth(rules: [
              { allow: private }, { allow: private, provider: iam }, { allow: public, operations: [read] }
            ]) { text: String }
            """)
        for number in 0..<3 {
            _ = try await api.data("mutation { createNote(input: { id: \"\(number)\" }) { id } }", by: .alice)
        }
        let callers = [Caller.alice, .bob, .apiKey, .iam(.authenticated), .iam(.administrator)]
        let document = "query q($t: String) { listNotes(limit: 1, nextToken: $t) { nextToken } }"
        for (index, caller) in callers.enumerated() {
            let token = try #require(try await api.data(document, by: caller)["listNotes"]?["nextToken"])
            for (other, thief) in callers.enumerated() {
                let messages = try await api.messages(document, ["t": token], by: thief)
                #expect(messages == (index == other ? [] : ["Invalid nextToken"]))
            }
        }
    }
}
