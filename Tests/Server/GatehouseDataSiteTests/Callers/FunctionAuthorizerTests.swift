// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseServerCrypto
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

/// The callers that a function lets in, and what a function cannot do.
@Suite(.hangLimit) struct FunctionAuthorizerTests {
    private static let schema = """
        type Post @model @auth(rules: [{ allow: custom }]) { id: ID! title: String secret: String }
        type Todo @model @auth(rules: [{ allow: owner }]) { id: ID! }
        """
    private static let query = "query Posts { listPosts { items { title secret } } }"
    private static let unauthorized = ["UnauthorizedException", "You are not authorized to make this call."]

    private func bench(
        _ function: ScriptedFunctions, _ source: AuthorizerSource = AuthorizerSource(function: "arn:f")
    ) async throws -> DataBench {
        try await DataBench(
            schema: Self.schema, modes: [.apiKey, .iam, .function], authorizer: source, functions: function)
    }

    private func list(_ bench: DataBench, _ token: String) async -> GatewayResponse {
        await bench.post(DataBench.body(Self.query, ["x": 1]), [("Authorization", token)])
    }

    @Test func `a function learns the token and the request, and denies fields`() async throws {
        let function = ScriptedFunctions { event throws(TriggerFailure) in
            [
                "isAuthorized": .bool(event["authorizationToken"] == "let me in"), "resolverContext": ["a": "b"],
                "deniedFields": ["Post.secret"],
            ]
        }
        let bench = try await bench(function)
        _ = try await bench.execute(
            "mutation { createPost(input: { title: \"t\" }) { id } }", as: [("Authorization", "let me in")])
        let answer = await list(bench, "let me in")
        #expect(answer.status == 200)
        #expect(answer.json["data"]?["listPosts"]?["items"] == [["title": "t", "secret": .null]])
        #expect(
            answer.json["errors"]?.arrayValue?.first?["message"] == "Not Authorized to access secret on type Post")
        #expect(await list(bench, "open").refusal == Self.unauthorized)
        let call = function.calls[1]
        #expect(call.function == "arn:f" && call.poolID == bench.id)
        let event = try WireValue(json: Array(call.event.utf8))
        #expect(event["authorizationToken"] == "let me in")
        let context = event["requestContext"]
        #expect(context?["apiId"] == .string(bench.id) && context?["accountId"] == "123456789012")
        #expect(context?["queryString"] == .string(Self.query) && context?["variables"] == ["x": 1])
        #expect(context?["requestId"]?.stringValue?.isEmpty == false && context?["operationName"] == .null)
        // The mode has no part in rules of other modes.
        let todos = await bench.post(
            DataBench.body("{ listTodos { items { id } } }"), [("Authorization", "let me in")])
        #expect(
            todos.json["errors"]?.arrayValue?.first?["message"] == "Not Authorized to access listTodos on type Query")
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #""yes""#, #"{"isAuthorized":"true"}"#, #"{"isAuthorized":1}"#, #"{"isAuthorized":false}"#,
        #"{"isAuthorized":true,"deniedFields":"Post.secret"}"#, #"{"isAuthorized":true,"deniedFields":["secret"]}"#,
        #"{"isAuthorized":true,"deniedFields":[1]}"#, #"{"isAuthorized":true,"deniedFields":["arn:aws:appsync:x"]}"#,
        #"{"isAuthorized":true,"ttlOverride":-1}"#, #"{"isAuthorized":true,"ttlOverride":"1"}"#,
    ])
    func `a result that is not of the contract lets no caller in`(_ result: String) async throws {
        let value = try WireValue(foreignJSON: result.utf8)
        let bench = try await bench(ScriptedFunctions { _ throws(TriggerFailure) in value })
        let response = await list(bench, "token")
        #expect(response.status == 401 && response.refusal == Self.unauthorized)
    }

    @Test func `a denied field may be named by its ARN`() async throws {
        let bench = try await bench(
            ScriptedFunctions { _ throws(TriggerFailure) in
                [
                    "isAuthorized": true,
                    "deniedFields": ["arn:aws:appsync:us-east-1:123456789012:apis/a/types/Query/fields/listPosts"],
                ]
            })
        #expect(
            await list(bench, "token").json["errors"]?.arrayValue?.first?["message"]
                == "Not Authorized to access listPosts on type Query")
    }

    @Test(arguments: [TriggerFailure.functionError("no"), .timedOut])
    func `a function that fails or exceeds its ten seconds refuses`(_ failure: TriggerFailure) async throws {
        let function = ScriptedFunctions { _ throws(TriggerFailure) -> WireValue in throw failure }
        let bench = try await bench(function)
        #expect(await list(bench, "token").refusal == Self.unauthorized)
        #expect(function.limits == [.seconds(10)])
    }

    @Test func `an answer is kept for a token as long as it says, an hour at most`() async throws {
        for (lifetime, usual, seconds) in [(nil, 0, 0), (nil, 300, 300), (60, 300, 60), (0, 300, 0), (9_000, 0, 3_600)]
        {
            var result: [WireName: WireValue] = ["isAuthorized": true]
            result["ttlOverride"] = lifetime.map { .integer(Int64($0)) }
            let function = ScriptedFunctions { [result] _ throws(TriggerFailure) in .object(result) }
            let bench = try await bench(function, AuthorizerSource(function: "arn:f", resultLifetime: usual))
            for _ in 0..<2 { #expect(await list(bench, "token").status == 200) }
            #expect(function.calls.count == (seconds == 0 ? 2 : 1))
            #expect(await list(bench, "other").status == 200)
            #expect(function.calls.count == (seconds == 0 ? 3 : 2))
            bench.gatehouse.clock.advance(by: TimeInterval(seconds))
            #expect(await list(bench, "token").status == 200)
            #expect(function.calls.count == (seconds == 0 ? 4 : 3))
        }
    }

    // MARK: - At the same time

    /// A function that reports its calls, and lets in the requests that are not cancelled when the test says so.
    private static func waiting(_ asked: Relay<Bool>, _ gate: Latch) -> ScriptedFunctions {
        ScriptedFunctions { _ throws(TriggerFailure) in
            asked.send(true)
            await gate.wait()
            if Task.isCancelled { throw .timedOut }
            return ["isAuthorized": true]
        }
    }

    /// Lets other tasks run until they wait.
    private func giveWay() async {
        for _ in 0..<1_000 { await Task.yield() }
    }

    @Test func `requests with one token at the same time are one question, if answers are kept`() async throws {
        let (asked, gate) = (Relay<Bool>(), Latch())
        let function = Self.waiting(asked, gate)
        let bench = try await bench(function, AuthorizerSource(function: "arn:f", resultLifetime: 300))
        async let first = list(bench, "token").status
        _ = await asked.next()
        async let second = list(bench, "token").status
        async let third = list(bench, "token").status
        await giveWay()
        gate.open()
        let statuses = await [first, second, third]
        #expect(statuses == [200, 200, 200])
        #expect(function.calls.count == 1)
    }

    @Test func `requests with one token are questions of their own, if answers are not kept`() async throws {
        let (asked, gate) = (Relay<Bool>(), Latch())
        let bench = try await bench(Self.waiting(asked, gate))
        async let first = list(bench, "token").status
        async let second = list(bench, "token").status
        for _ in 0..<2 { _ = await asked.next() }
        gate.open()
        let statuses = await [first, second]
        #expect(statuses == [200, 200])
    }

    @Test func `a request that is cancelled does not refuse the others with its token`() async throws {
        let (asked, gate) = (Relay<Bool>(), Latch())
        let bench = try await bench(
            Self.waiting(asked, gate), AuthorizerSource(function: "arn:f", resultLifetime: 300))
        let first = Task { await list(bench, "token").status }
        _ = await asked.next()
        async let second = list(bench, "token").status
        await giveWay()
        first.cancel()
        gate.open()
        let status = await second
        #expect(status == 200)
        _ = await first.value
    }

    @Test func `tokens of a pool, and tokens that do not match, never reach the function`() async throws {
        let function = ScriptedFunctions { _ throws(TriggerFailure) in ["isAuthorized": true] }
        let bench = try await bench(function, AuthorizerSource(function: "arn:f", tokenExpression: "t[a-z]+"))
        let alice = try await bench.user("alice")
        _ = try await bench.execute("{ listTodos { items { id } } }", as: alice)
        bench.gatehouse.clock.advance(by: 3_600)
        #expect(await list(bench, alice[0].1).refusal == ["UnauthorizedException", "Token has expired."])
        for token in ["", "x", "token1", "AWS4-HMAC-SHA256 x"] {
            #expect((400..<500).contains(await list(bench, token).status))
        }
        #expect(await list(bench, String(repeating: "t", count: 20_000)).status == 401)
        #expect(function.calls.isEmpty)
        #expect(await list(bench, "token").status == 200)
    }

    @Test func `a function lets subscriptions in`() async throws {
        let function = ScriptedFunctions { event throws(TriggerFailure) in
            ["isAuthorized": .bool(event["authorizationToken"] == "good")]
        }
        let bench = try await bench(function)
        let connection = try await bench.connect([("Authorization", "good")])
        try await connection.subscribe(
            "1", [("Authorization", "good")], to: "subscription { onCreatePost { title } }")
        connection.start("2", "subscription { onCreatePost { title } }", [("Authorization", "bad")])
        #expect(try await connection.socket.hear()["type"] == "error")
        await bench.pauses.end(.seconds(3))
        _ = try await bench.execute(
            "mutation { createPost(input: { title: \"t\" }) { title } }", as: [("Authorization", "good")])
        #expect(try await connection.socket.hear()["id"] == "1")
        await connection.hangUp()
    }
}
