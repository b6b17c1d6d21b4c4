// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

@Suite(.hangLimit)
struct RelationTests {
    private static let schema = """
        type Post @model(subscriptions: null) @auth(rules: [{ allow: private }]) {
          title: String!
          comments: [Comment] @hasMany
          tags: [Tag] @manyToMany(relationName: "PostTags")
        }
        type Comment @model(subscriptions: null) @auth(rules: [{ allow: private }]) {
          text: String!
          post: Post @belongsTo
        }
        type Tag @model(subscriptions: null) @auth(rules: [{ allow: private }]) {
          name: String!
          posts: [Post] @manyToMany(relationName: "PostTags")
        }
        type Project @model(subscriptions: null) @auth(rules: [{ allow: private }]) {
          name: String! @primaryKey(sortKeyFields: ["year"])
          year: Int!
          team: Team @hasOne
          steps: [Step] @hasMany
        }
        type Team @model(subscriptions: null) @auth(rules: [{ allow: private }]) { name: String! }
        type Step @model(subscriptions: null) @auth(rules: [{ allow: private }]) { text: String }
        """

    private func make(_ api: LiveAPI, _ model: String, _ input: String) async throws {
        _ = try await api.data("mutation { create\(model)(input: \(input)) { __typename } }", by: .alice)
    }

    private func posts(_ count: Int, comments: Int) async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema)
        for post in 0..<count {
            try await make(api, "Post", "{ id: \"\(post)\", title: \"p\(post)\" }")
            for comment in 0..<comments {
                let id = "\(post)-\(comment)"
                try await make(
                    api, "Comment", "{ id: \"\(id)\", text: \"c\(id)\", postCommentsId: \"\(post)\" }")
            }
        }
        return api
    }

    @Test
    func `a record has its related records in both directions`() async throws {
        let api = try await posts(2, comments: 2)
        let document = #"{ getPost(id: "1") { title comments { items { id post { id title } } nextToken } } }"#
        #expect(
            await api.answer(document, by: .alice) == """
                {"data":{"getPost":{"title":"p1","comments":{"items":[{"id":"1-0","post":{"id":"1","title":"p1"}},\
                {"id":"1-1","post":{"id":"1","title":"p1"}}],"nextToken":null}}}}
                """)
    }

    @Test
    func `the statements of a list with children do not grow with the list`() async throws {
        let document = "{ listPosts { items { id comments { items { id post { title } } } } } }"
        var counts: [Int] = []
        for count in [1, 12] {
            let api = try await posts(count, comments: 3)
            _ = api.statements.take()
            let data = try await api.data(document, by: .alice)
            counts.append(api.statements.take())
            let posts = data["listPosts"]?["items"]?.elements ?? []
            #expect(posts.count == count)
            for post in posts {
                let comments = post["comments"]?["items"]?.elements ?? []
                #expect(comments.compactMap { $0["id"]?.text } == (0..<3).map { "\(post["id"]?.text ?? "")-\($0)" })
                #expect(comments.allSatisfy { $0["post"]?["title"]?.text == "p\(post["id"]?.text ?? "")" })
            }
        }
        #expect(counts[0] == counts[1] && counts[0] == 3)
    }

    @Test(arguments: [(1, 10, 2), (100, 10, 2), (100, 3_000, 3)])
    func `a list of parents takes one statement, and their children one more, or two if they are long`(
        count: Int, length: Int, statements: Int
    ) async throws {
        let api = try await posts(count, comments: 0)
        let text = String(repeating: "x", count: length)
        for post in 0..<count {
            for _ in 0..<2 {
                try await make(api, "Comment", "{ text: \"\(text)\", postCommentsId: \"\(post)\" }")
            }
        }
        _ = api.statements.take()
        _ = try await api.data("{ listPosts(limit: 100) { items { id } } }", by: .alice)
        #expect(api.statements.take() == 1)
        let data = try await api.data(
            "{ listPosts(limit: 100) { items { id comments { items { text } } } } }", by: .alice)
        #expect(api.statements.take() == statements)
        let posts = data["listPosts"]?["items"]?.elements ?? []
        #expect(posts.map { $0["comments"]?["items"]?.elements?.count } == Array(repeating: 2, count: count))
    }

    @Test
    func `the pages of a relation continue where they end`() async throws {
        let api = try await posts(2, comments: 5)
        let document =
            "query q($nextToken: String) { getPost(id: \"0\") { comments(limit: 2, nextToken: $nextToken) { items { id } nextToken } } }"
        var found: [String] = []
        var token = GraphQLValue.null
        repeat {
            let page = try await api.data(document, ["nextToken": token], by: .alice)["getPost"]?["comments"]
            found += (page?["items"]?.elements ?? []).compactMap { $0["id"]?.text }
            token = page?["nextToken"] ?? .null
        } while token != .null && found.count < 20
        #expect(found == (0..<5).map { "0-\($0)" })
    }

    @Test
    func `the token of one record is invalid for another record`() async throws {
        let api = try await posts(2, comments: 3)
        let field = "comments(limit: 1, nextToken: $t) { nextToken }"
        let first = try await api.data(
            "{ getPost(id: \"0\") { comments(limit: 1) { nextToken } } }", by: .alice)
        let token = try #require(first["getPost"]?["comments"]?["nextToken"])
        let document = "query q($t: String) { getPost(id: \"1\") { \(field) } }"
        #expect(try await api.messages(document, ["t": token], by: .alice) == ["Invalid nextToken"])
    }

    @Test
    func `aliases of a relation have their own arguments`() async throws {
        let api = try await posts(1, comments: 3)
        let document = """
            { getPost(id: "0") {
              last: comments(filter: { text: { eq: "c0-2" } }) { items { id } }
              all: comments { a: items { id } b: items { text } }
            } }
            """
        #expect(
            await api.answer(document, by: .alice) == """
                {"data":{"getPost":{"last":{"items":[{"id":"0-2"}]},"all":{"a":[{"id":"0-0"},{"id":"0-1"},{"id":"0-2"}],\
                "b":[{"text":"c0-0"},{"text":"c0-1"},{"text":"c0-2"}]}}}}
                """)
    }

    @Test
    func `a relation by a composite key finds its records`() async throws {
        let api = try await LiveAPI(Self.schema)
        try await make(api, "Team", "{ id: \"t\", name: \"Blue\" }")
        for year in [1, 2] {
            try await make(api, "Project", "{ name: \"p\", year: \(year), projectTeamId: \"t\" }")
            try await make(
                api, "Step", "{ text: \"s\(year)\", projectStepsName: \"p\", projectStepsYear: \(year) }")
        }
        #expect(
            await api.answer("{ listProjects { items { year team { name } steps { items { text } } } } }", by: .alice)
                == """
                {"data":{"listProjects":{"items":[{"year":1,"team":{"name":"Blue"},"steps":{"items":[{"text":"s1"}]}},\
                {"year":2,"team":{"name":"Blue"},"steps":{"items":[{"text":"s2"}]}}]}}}
                """)
    }

    @Test
    func `a many-to-many relation is followed through its join model`() async throws {
        let api = try await posts(2, comments: 0)
        try await make(api, "Tag", "{ id: \"t\", name: \"new\" }")
        for post in ["0", "1"] { try await make(api, "PostTags", "{ postId: \"\(post)\", tagId: \"t\" }") }
        let data = try await api.data(
            #"{ getPost(id: "0") { tags { items { tag { name posts { items { post { title } } } } } } } }"#, by: .alice)
        let tag = data["getPost"]?["tags"]?["items"]?.elements?.first?["tag"]
        #expect(tag?["name"] == .string("new"))
        let titles = (tag?["posts"]?["items"]?.elements ?? []).compactMap { $0["post"]?["title"]?.text }
        #expect(titles.sorted() == ["p0", "p1"])
    }

    @Test
    func `a relation to a missing record is null`() async throws {
        let api = try await LiveAPI(Self.schema)
        try await make(api, "Comment", "{ id: \"a\", text: \"x\", postCommentsId: \"gone\" }")
        try await make(api, "Comment", "{ id: \"b\", text: \"x\" }")
        #expect(
            await api.answer("{ listComments { items { post { id } } } }", by: .alice)
                == #"{"data":{"listComments":{"items":[{"post":null},{"post":null}]}}}"#)
    }

    @Test(arguments: [1, 130])
    func `a relation by references has the live record behind deleted ones`(deleted: Int) async throws {
        let schema = """
            type Customer @model @auth(rules: [{ allow: private }]) { card: Card @hasOne(references: ["customerId"]) }
            type Card @model @auth(rules: [{ allow: private }]) {
              customerId: ID
              customer: Customer @belongsTo(references: ["customerId"])
            }
            """
        let api = try await LiveAPI(schema, Fixture.versioned)
        for id in ["a", "b"] { try await make(api, "Customer", "{ id: \"\(id)\" }") }
        for (id, customer) in (0..<deleted).map({ ("\(100 + $0)", "a") }) + [("300", "b")] {
            try await make(api, "Card", "{ id: \"\(id)\", customerId: \"\(customer)\" }")
            _ = try await api.data(
                "mutation { deleteCard(input: { id: \"\(id)\", _version: 1 }) { id } }", by: .alice)
        }
        try await make(api, "Card", "{ id: \"400\", customerId: \"a\" }")
        #expect(
            await api.answer("{ listCustomers { items { id card { id _deleted } } } }", by: .alice) == """
                {"data":{"listCustomers":{"items":[{"id":"a","card":{"id":"400","_deleted":null}},\
                {"id":"b","card":null}]}}}
                """)
        #expect(
            await api.answer("{ syncCustomers { items { id card { id _deleted } } } }", by: .alice) == """
                {"data":{"syncCustomers":{"items":[{"id":"a","card":{"id":"400","_deleted":null}},\
                {"id":"b","card":{"id":"300","_deleted":true}}]}}}
                """)
    }

    // MARK: - Bounds

    @Test
    func `a list inside a list is charged before it is read`() async throws {
        let api = try await posts(3, comments: 1)
        let document = "{ listPosts { items { comments(limit: 1000) { items { id } } } } }"
        let bounded = try await LiveAPI(Self.schema, limits: DataLimits(records: 2_000), beside: api)
        #expect(
            try await bounded.errors(document, by: .alice)
                == ["QueryLimitExceeded", "QueryLimitExceeded", "QueryLimitExceeded"])
        #expect(try await api.errors(document, by: .alice) == [])
    }

    @Test
    func `pages that are cut short without a token are an error`() async throws {
        let api = try await posts(3, comments: 4)
        let document = "{ listPosts { items { comments { items { id } } } } }"
        let bounded = try await LiveAPI(Self.schema, limits: DataLimits(records: 9), beside: api)
        #expect(try await bounded.errors(document, by: .alice).first == "QueryLimitExceeded")
        let enough = try await LiveAPI(Self.schema, limits: DataLimits(records: 15), beside: api)
        #expect(try await enough.errors(document, by: .alice) == [])
    }

    @Test
    func `pages without a limit share what the request may read`() async throws {
        let api = try await posts(3, comments: 4)
        let bounded = try await LiveAPI(Self.schema, limits: DataLimits(records: 9), beside: api)
        let data = try await bounded.data(
            "{ listPosts { items { comments { items { id } nextToken } } } }", by: .alice)
        for post in data["listPosts"]?["items"]?.elements ?? [] {
            #expect(post["comments"]?["items"]?.elements?.count == 2)
            #expect(post["comments"]?["nextToken"]?.text != nil)
        }
    }
}
