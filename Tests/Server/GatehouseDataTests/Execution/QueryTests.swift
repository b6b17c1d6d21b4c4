// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

@Suite(.hangLimit)
struct QueryTests {
    private static let schema = """
        enum Kind { A B }
        type Task @model @auth(rules: [{ allow: private }, { allow: owner }]) {
          title: String!
          rank: Int @index(name: "byRank", sortKeyFields: ["title"], queryField: "tasksByRank")
          kind: Kind
          tags: [String]
        }
        type Place @model @auth(rules: [{ allow: private }]) {
          country: String! @primaryKey(sortKeyFields: ["city", "street"])
          city: String!
          street: String!
        }
        type Room @model @auth(rules: [{ allow: private }]) {
          house: ID! @primaryKey(sortKeyFields: ["number"])
          number: Int!
        }
        """

    /// Tasks `0` to `count - 1`, their ranks 0 to 2.
    private func tasks(_ count: Int) async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema)
        let document = "mutation m($input: CreateTaskInput!) { createTask(input: $input) { id } }"
        for number in 0..<count {
            let input: GraphQLObject = [
                "id": .string("\(number)"), "title": .string("t\(number)"), "rank": .int(number % 3),
                "kind": .string(number % 2 == 0 ? "A" : "B"), "tags": .list([.string("x\(number)")]),
            ]
            _ = try await api.data(document, ["input": .object(input)], by: .alice)
        }
        return api
    }

    private func ids(_ api: LiveAPI, _ field: String) async throws -> [String] {
        let data = try await api.data("{ list: \(field) { items { id } } }", by: .alice)
        return (data["list"]?["items"]?.elements ?? []).compactMap { $0["id"]?.text }
    }

    // MARK: - Filters

    @Test(arguments: [
        ("{ title: { eq: \"t2\" } }", ["2"]), ("{ rank: { ge: 2 } }", ["2", "5"]),
        ("{ rank: { between: [1, 2] }, kind: { eq: B } }", ["1", "5"]), ("{ tags: { contains: \"x3\" } }", ["3"]),
        ("{ or: [{ id: { eq: \"0\" } }, { title: { beginsWith: \"t4\" } }] }", ["0", "4"]),
        ("{ not: { rank: { lt: 2 } } }", ["2", "5"]), ("{ createdAt: { gt: \"2030\" } }", []),
        ("{ title: { size: { gt: 2 } } }", []), ("{ rank: { attributeExists: false } }", []),
        ("null", Array("012345").map { "\($0)" }),
    ])
    func `a list has the records for which the filter holds`(filter: String, expected: [String]) async throws {
        let api = try await tasks(6)
        #expect(try await ids(api, "listTasks(filter: \(filter))").sorted() == expected)
    }

    @Test
    func `a filter with too many conditions is refused`() async throws {
        let api = try await tasks(0)
        let filter = (0..<101).map { _ in "{ title: { eq: \"a\" } }" }.joined(separator: ", ")
        #expect(
            try await api.errors("{ listTasks(filter: { or: [\(filter)] }) { items { id } } }", by: .alice)
                == ["QueryLimitExceeded"])
    }

    // MARK: - Pages

    @Test(arguments: [1, 3, 10])
    func `pages have each record once and the last page has no token`(limit: Int) async throws {
        let api = try await tasks(10)
        let document =
            "query q($limit: Int, $nextToken: String) { listTasks(limit: $limit, nextToken: $nextToken) { items { id } nextToken } }"
        var found: [String] = []
        var pages = 0
        var token = GraphQLValue.null
        repeat {
            let data = try await api.data(document, ["limit": .int(limit), "nextToken": token], by: .alice)
            let page = try #require(data["listTasks"])
            found += (page["items"]?.elements ?? []).compactMap { $0["id"]?.text }
            token = page["nextToken"] ?? .null
            pages += 1
        } while token != .null && pages < 20
        #expect(found.sorted() == (0..<10).map { "\($0)" })
        #expect(pages == (10 + limit - 1) / limit)
    }

    @Test(arguments: ["0", "-1"])
    func `a limit below 1 is refused`(limit: String) async throws {
        let api = try await tasks(0)
        #expect(try await api.errors("{ listTasks(limit: \(limit)) { nextToken } }", by: .alice) == ["BadRequest"])
    }

    @Test
    func `a limit above the longest page counts as that`() async throws {
        let api = try await tasks(3)
        #expect(try await ids(api, "listTasks(limit: 100000)").count == 3)
    }

    // MARK: - Indexes and keys

    @Test(arguments: [
        ("tasksByRank(rank: 0)", ["0", "3", "6", "9"]),
        ("tasksByRank(rank: 0, sortDirection: DESC)", ["9", "6", "3", "0"]),
        ("tasksByRank(rank: 0, title: { beginsWith: \"t6\" })", ["6"]),
        ("tasksByRank(rank: 0, title: { between: [\"t3\", \"t6\"] })", ["3", "6"]),
        ("tasksByRank(rank: 0, filter: { kind: { eq: A } })", ["0", "6"]), ("tasksByRank(rank: 7)", []),
    ])
    func `an index query has its part of the index in order`(field: String, expected: [String]) async throws {
        let api = try await tasks(10)
        #expect(try await ids(api, field) == expected)
    }

    @Test
    func `a composite key finds, orders and restricts records`() async throws {
        let api = try await LiveAPI(Self.schema)
        for (city, street) in [("Rome", "b"), ("Milan", "a"), ("Rome", "a")] {
            let input = "{ country: \"IT\", city: \"\(city)\", street: \"\(street)\" }"
            _ = try await api.data("mutation { createPlace(input: \(input)) { city } }", by: .alice)
        }
        func list(_ arguments: String) async -> String {
            await api.answer("{ listPlaces(\(arguments)) { items { city street } } }", by: .alice)
        }
        #expect(
            await list("country: \"IT\", sortDirection: DESC")
                == #"{"data":{"listPlaces":{"items":[{"city":"Rome","street":"b"},{"city":"Rome","street":"a"},{"city":"Milan","street":"a"}]}}}"#
        )
        #expect(
            await list("country: \"IT\", cityStreet: { beginsWith: { city: \"Rome\" } }")
                == #"{"data":{"listPlaces":{"items":[{"city":"Rome","street":"a"},{"city":"Rome","street":"b"}]}}}"#)
        #expect(
            await api.answer(#"{ getPlace(country: "IT", city: "Rome", street: "b") { street } }"#, by: .alice)
                == #"{"data":{"getPlace":{"street":"b"}}}"#)
    }

    @Test
    func `numbers in a sort key are ordered as numbers`() async throws {
        let api = try await LiveAPI(Self.schema)
        for number in [10, 9, -1] {
            _ = try await api.data(
                "mutation { createRoom(input: { house: \"h\", number: \(number) }) { number } }", by: .alice)
        }
        #expect(
            await api.answer(#"{ listRooms(house: "h") { items { number } } }"#, by: .alice)
                == #"{"data":{"listRooms":{"items":[{"number":-1},{"number":9},{"number":10}]}}}"#)
    }

    @Test(arguments: [
        (
            "listRooms(sortDirection: DESC)",
            "When providing argument 'sortDirection' you must also provide argument 'house'."
        ),
        ("listRooms(number: { gt: 1 })", "When providing argument 'number' you must also provide argument 'house'."),
    ])
    func `an order without its partition is refused`(field: String, message: String) async throws {
        let api = try await LiveAPI(Self.schema)
        let document = "{ \(field) { nextToken } }"
        #expect(try await api.errors(document, by: .alice) == ["InvalidArgumentsError"])
        #expect(try await api.messages(document, by: .alice) == [message])
    }

    @Test
    func `an order of a key without sort fields is refused`() async throws {
        let api = try await LiveAPI(
            "type Tag @model @auth(rules: [{ allow: private }]) { name: String! @primaryKey }")
        #expect(
            try await api.messages(#"{ listTags(name: "a", sortDirection: DESC) { nextToken } }"#, by: .alice)
                == ["sortDirection is not supported for List operations without a Sort key defined."])
    }

    // MARK: - Owners as keys

    @Test
    func `an index by owner finds the caller's records by each of the values that name the caller`() async throws {
        let schema = """
            type Todo @model @auth(rules: [{ allow: owner }, { allow: groups, groups: ["Admin"] }]) {
              owner: String @index(queryField: "byOwner", sortKeyFields: ["rank"])
              rank: Int
            }
            """
        let api = try await LiveAPI(schema)
        // Records of an older setting have the name alone.
        for (rank, owner) in [
            (1, "a1::alice"), (2, "alice"), (3, "a1::alice"), (4, "a1"), (5, "alice"), (6, "b1::bob"),
        ] {
            _ = try await api.data(
                "mutation { createTodo(input: { owner: \"\(owner)\", rank: \(rank) }) { id } }", by: .admin)
        }
        func ranks(_ owner: String, limit: Int, by caller: Caller = .alice) async throws -> [[Int]] {
            var pages: [[Int]] = []
            var token = GraphQLValue.null
            repeat {
                let document =
                    "query q($t: String) { byOwner(owner: \"\(owner)\", limit: \(limit), nextToken: $t) { items { rank } nextToken } }"
                let page = try await api.data(document, ["t": token], by: caller)["byOwner"]
                pages.append(
                    (page?["items"]?.elements ?? []).compactMap {
                        if case .int(let rank)? = $0["rank"] { rank } else { nil }
                    })
                token = page?["nextToken"] ?? .null
            } while token != .null && pages.count < 9
            return pages
        }
        for owner in ["alice", "a1", "a1::alice"] {
            #expect(try await ranks(owner, limit: 9) == [[1, 3, 4, 2, 5]])
            #expect(try await ranks(owner, limit: 2) == [[1, 3], [4, 2], [5]])
            #expect(try await ranks(owner, limit: 5) == [[1, 3, 4, 2, 5]])
        }
        // The values of others are compared as they are stored.
        #expect(try await ranks("alice", limit: 9, by: .admin) == [[2, 5]])
        #expect(
            try await api.errors("{ byOwner(owner: \"bob\") { items { rank } } }", by: .alice) == ["Unauthorized"])
    }
}
