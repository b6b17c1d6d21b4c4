// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseDataSite
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Synchronization
import Testing

/// The requests of a developer in the place of other callers.
@Suite(.hangLimit) struct DataConsoleTests {
    private static let schema = """
        type Todo @model @auth(rules: [
          { allow: owner }
          { allow: owner, ownerField: "email", identityClaim: "email" }
          { allow: groups, groups: ["Admins"] }
          { allow: public, provider: iam, operations: [read] }
        ]) {
          id: ID!
          content: String
          email: String
        }
        """
    private static let list = "{ listTodos { items { content } } }"

    private func bench(_ schema: String = Self.schema) async throws -> (bench: DataBench, console: DataConsole) {
        let bench = try await DataBench(schema: schema)
        try await bench.fixture.makeUser("alice")
        let installation = bench.gatehouse.installation
        let console = DataConsole(
            bench.apis, users: PoolUsers(installation), functions: bench.administration.functions,
            deployment: installation.deployment)
        return (bench, console)
    }

    private static func body(_ query: String, _ caller: WireValue) -> Data {
        Data(WireValue.object(["query": .string(query), "caller": caller]).jsonBytes())
    }

    private func send(_ query: String, as caller: WireValue, to console: DataConsole) async throws -> WireValue {
        try WireValue(json: try await console.send(Self.body(query, caller)))
    }

    private static func user(_ bench: DataBench, token: String = "access") -> WireValue {
        ["kind": "user", "name": "alice", "pool": .string(bench.fixture.poolID), "token": .string(token)]
    }

    @Test func `a request as a user has the answer that the user's own request has`() async throws {
        let (bench, console) = try await bench()
        let token = [("Authorization", try await bench.fixture.accessToken("alice"))]
        try await bench.create("Write", as: token)
        let answer = try await send(Self.list, as: Self.user(bench), to: console)
        #expect(answer["response"] == (try await bench.execute(Self.list, as: token)))
        #expect(answer["status"] == 200 && answer["recordsRead"] == 1)
        #expect(answer["caller"]?["claims"]?["username"] == "alice")
        let withoutPool = try await send(Self.list, as: ["kind": "user", "name": "alice"], to: console)
        #expect(withoutPool["response"] == answer["response"])
        let first = try #require(answer["decisions"]?.arrayValue?.first)
        #expect(first["outcome"] == "allowed" && first["action"] == "list" && first["subject"] == "Todo")
        #expect(first["reason"] == "allowed by userPools:owner:owner:sub::username")
        #expect(first["scope"]?.stringValue?.hasPrefix("only records with owner = ") == true)
    }

    @Test func `the claims of an ID token are the attributes of the user`() async throws {
        let (bench, console) = try await bench()
        _ = try await bench.fixture.administrator.adminUpdateUserAttributes(
            AdminUpdateUserAttributesRequest(
                userPoolId: bench.fixture.poolID, username: "alice",
                userAttributes: [AttributeType(name: "email", value: "alice@example.org")]))
        let create = "mutation { createTodo(input: {content: \"x\", email: \"alice@example.org\"}) { content } }"
        _ = try await send(create, as: ["kind": "group", "name": "Admins"], to: console)
        func contents(_ token: String) async throws -> WireValue? {
            try await send(Self.list, as: Self.user(bench, token: token), to: console)["response"]?["data"]?[
                "listTodos"]?["items"]
        }
        #expect(try await contents("id") == [["content": "x"]])
        #expect(try await contents("access") == [])
    }

    @Test func `each kind of callers has the answer of its mode`() async throws {
        let (bench, console) = try await bench()
        try await bench.addToGroup("alice", "Admins")
        let create = "mutation { createTodo(input: {content: \"x\"}) { content } }"
        let callers: [(WireValue, reads: Bool, creates: Bool)] = [
            (Self.user(bench), true, true), (["kind": "group", "name": "Admins"], true, true),
            (["kind": "guest"], true, false), (["kind": "identity"], false, false),
            (["kind": "apiKey"], false, false), (["kind": "administrator"], true, true),
        ]
        for (caller, reads, creates) in callers {
            for (query, isAllowed) in [(Self.list, reads), (create, creates)] {
                let answer = try await send(query, as: caller, to: console)
                #expect((answer["response"]?["errors"] == nil) == isAllowed, "\(caller) \(answer)")
                let outcomes = answer["decisions"]?.arrayValue?.compactMap { $0["outcome"]?.stringValue } ?? []
                #expect(outcomes.first == (isAllowed ? "allowed" : "refused"), "\(caller) \(answer)")
            }
        }
        let answer = try await send(Self.list, as: ["kind": "anonymous"], to: console)
        #expect(answer["status"] == 401)
        #expect(answer["response"]?["errors"]?.arrayValue?.first?["errorType"] == "UnauthorizedException")
    }

    @Test func `a request that cannot be sent names the reason`() async throws {
        let (bench, console) = try await bench()
        let pool = WireValue.string(bench.fixture.poolID)
        for (caller, problem) in [
            ([:], "The caller needs a kind"), (["kind": "user"], "Write the name of the user"),
            (["kind": "user", "name": "eve"], "The user pool has no user eve."),
            (["kind": "user", "name": "eve", "pool": pool], "The user pool has no user eve."),
            (["kind": "user", "name": "eve", "pool": "none"], "The user pool has no user eve."),
            (["kind": "user", "name": "alice", "pool": pool, "token": "x"], "The token is one of access and id."),
            (["kind": "group", "name": ""], "Write the name of the group."),
            (["kind": "claims", "claims": []], "The claims of the token are an object in JSON."),
            (["kind": "claims", "claims": [:]], "The API does not accept the mode oidc."),
        ] as [(WireValue, String)] {
            let answer = try await send(Self.list, as: caller, to: console)
            #expect(answer["problem"]?.stringValue?.hasPrefix(problem) == true, "\(answer)")
        }
        for body in ["", "[]", #"{"query":1}"#] {
            #expect(try WireValue(json: try await console.send(Data(body.utf8)))["problem"] != nil)
        }
    }

    @Test func `the description has the callers that the API accepts, and the schema has its types`() async throws {
        let (bench, console) = try await bench()
        try await bench.addToGroup("alice", "Admins")
        let described = try WireValue(json: try await console.description())
        let api = try #require(described["apis"]?.arrayValue?.first)
        #expect(api["id"] == .string(bench.id))
        #expect(
            api["callers"] == ["user", "group", "guest", "identity", "apiKey", "administrator", "anonymous"])
        #expect(api["users"] == [["name": "alice", "pool": .string(bench.fixture.poolID)]])
        #expect(api["groups"] == ["Admins"])
        let model = try #require(api["models"]?.arrayValue?.first)
        #expect(model["name"] == "Todo" && model["list"] == "listTodos")
        #expect(model["rules"]?.stringValue?.contains("userPools:staticGroup:Admins:cognito:groups") == true)
        // No key of the API, and nothing else that a page needs not know.
        #expect(!String(decoding: try await console.description(), as: UTF8.self).contains(bench.key))
        let schema = try #require(try await console.schema(ofAPI: bench.id))
        let types = try WireValue(json: schema)["data"]?["__schema"]?["types"]?.arrayValue ?? []
        #expect(types.contains { $0["name"] == "ModelTodoConnection" })
        #expect(try await console.schema(ofAPI: "none") == nil)
    }

    @Test func `the description has the warnings of a schema, and the functions that the server does not have`()
        async throws
    {
        func warnings(_ schema: String) async throws -> [String]? {
            let (_, console) = try await bench(schema)
            let api = try WireValue(json: try await console.description())["apis"]?.arrayValue?.first
            return api?["warnings"]?.arrayValue?.compactMap(\.stringValue)
        }
        #expect(try await warnings(DataBench.todos) == [])
        let query = "type Query { search: String price: Int @function(name: \"price\") }"
        let found = try #require(try await warnings(DataBench.todos + "\n" + query))
        try #require(found.count == 2)
        #expect(found[0].hasPrefix("5:14: Query: The field 'search' never has a value"))
        #expect(found[1].hasPrefix("5:40: Query.price calls the function price, which the server does not have"))
    }

    @Test func `an API with a deleted user pool is described without users`() async throws {
        let (bench, console) = try await bench()
        try await bench.addToGroup("alice", "Admins")
        _ = try await bench.fixture.administrator.deleteUserPool(
            DeleteUserPoolRequest(userPoolId: bench.fixture.poolID))
        let api = try #require(try WireValue(json: try await console.description())["apis"]?.arrayValue?.first)
        #expect(api["id"] == .string(bench.id) && api["users"] == [] && api["groups"] == [])
    }

    @Test func `a subscription has a line for its start and for each event`() async throws {
        let (bench, console) = try await bench()
        let (lines, line) = AsyncStream.makeStream(of: WireValue.self)
        let document = Self.body("subscription { onCreateTodo { content } }", ["kind": "group", "name": "Admins"])
        let reading = Task {
            try await console.listen(document) { line.yield(try WireValue(json: $0)) }
        }
        var iterator = lines.makeAsyncIterator()
        let start = try #require(await iterator.next())
        #expect(start["started"] == true && start["decisions"]?.arrayValue?.first?["action"] == "listen")
        let create = "mutation { createTodo(input: {content: \"x\"}) { content } }"
        _ = try await send(create, as: Self.user(bench), to: console)
        let event = try #require(await iterator.next())
        #expect(event["event"]?["data"] == ["onCreateTodo": ["content": "x"]])
        #expect(event["decisions"]?.arrayValue?.first?["outcome"] == "allowed")
        reading.cancel()
        try await reading.value
    }

    @Test func `a refused subscription has one line with the reason`() async throws {
        let (_, console) = try await bench()
        let document = "subscription { onCreateTodo { content } }"
        for (caller, member) in [
            (["kind": "apiKey"], "response"), (["kind": "anonymous"], "response"), (["kind": "user"], "problem"),
        ] as [(WireValue, String)] {
            let lines = Mutex<[Data]>([])
            try await console.listen(Self.body(document, caller)) { line in lines.withLock { $0.append(line) } }
            let written = lines.withLock { $0 }
            try #require(written.count == 1)
            #expect(try WireValue(json: written[0])[member] != nil)
        }
    }
}
