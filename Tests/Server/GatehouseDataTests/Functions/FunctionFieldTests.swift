// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseData

/// Fields that functions answer.
@Suite(.hangLimit)
struct FunctionFieldTests {
    private static let schema = """
        type Query {
          echo(text: String, count: Int = 2): String @function(name: "echo")
          chain(text: String): String @function(name: "one") @function(name: "two-${env}", region: "eu-west-1")
          far: String @function(name: "far", region: "eu-west-1", accountId: "111111111111")
          numbers: [Int!] @function(name: "numbers")
          matrix: [[Int]] @function(name: "numbers")
          place: Place @function(name: "place")
          thing: Thing @function(name: "thing")
          json: AWSJSON @function(name: "json")
          secret: String @function(name: "secret") @auth(rules: [{ allow: groups, groups: ["Admin"] }])
        }
        type Mutation {
          send(text: String): String @function(name: "send", invocationType: Event)
          both: String @function(name: "send", invocationType: Event) @function(name: "after")
        }
        type Place { city: String! street: String hidden: String @auth(rules: [{ allow: groups, groups: ["Admin"] }]) }
        type Person { name: String }
        union Thing = Place | Person
        type Note @model @auth(rules: [{ allow: owner }]) {
          text: String
          shout: String @function(name: "shout")
          guarded: String @function(name: "guarded") @auth(rules: [{ allow: groups, groups: ["Admin"] }])
        }
        """

    private func api(
        limits: DataLimits = DataLimits(),
        _ answer: @escaping @Sendable (WireValue) async throws(TriggerFailure) -> WireValue
    ) async throws -> (api: LiveAPI, functions: ScriptedFunctions) {
        let functions = ScriptedFunctions(answer)
        return (try await LiveAPI(Self.schema, limits: limits, functions: functions), functions)
    }

    // MARK: - Events

    @Test
    func `a function learns the field, its arguments, the caller and the request`() async throws {
        let (api, functions) = try await api { event throws(TriggerFailure) in event["arguments"]?["text"] ?? .null }
        let request = DataRequest(
            query: #"{ echo(text: "a") }"#, origin: RequestOrigin(address: "192.0.2.1", headers: ["x-one": "1"]))
        let caller = Caller.user("a1", "alice", groups: ["Admin"])
        guard case .response(let response) = await api.service.answer(request, by: caller) else {
            Issue.record("The request was refused.")
            return
        }
        #expect(LiveAPI.text(.object(response)) == #"{"data":{"echo":"a"}}"#)
        #expect(functions.calls.map(\.function) == ["arn:aws:lambda:us-east-1:123456789012:function:echo"])
        #expect(functions.calls.map(\.poolID) == ["one"])
        #expect(
            functions.events == [
                [
                    "typeName": "Query", "fieldName": "echo", "arguments": ["text": "a", "count": 2],
                    "identity": [
                        "sub": "a1", "issuer": "pool", "username": "alice", "groups": ["Admin"],
                        "sourceIp": ["192.0.2.1"], "defaultAuthStrategy": "ALLOW",
                        "claims": ["iss": "pool", "sub": "a1", "username": "alice", "cognito:groups": ["Admin"]],
                    ],
                    "source": .null, "request": ["headers": ["x-one": "1"], "domainName": .null],
                    "prev": ["result": [:]],
                ]
            ])
    }

    @Test
    func `the identity of a caller is that of its mode`() async throws {
        #expect(Caller.apiKey.identity(from: "192.0.2.1") == .null)
        var signer = Caller.iam(.authenticated)
        signer.attributes = ["userArn": .string("arn:x")]
        #expect(
            LiveAPI.text(signer.identity(from: "192.0.2.1")) == #"{"userArn":"arn:x","sourceIp":["192.0.2.1"]}"#)
        var admitted = Caller.function()
        admitted.attributes = ["tenant": .string("one")]
        #expect(LiveAPI.text(admitted.identity(from: nil)) == #"{"resolverContext":{"tenant":"one"}}"#)
    }

    @Test
    func `each function of a chain gets the result of the one before`() async throws {
        let (api, functions) = try await api { event throws(TriggerFailure) in
            event["prev"]?["result"] == [:] ? ["first": true] : "done"
        }
        #expect(
            await api.answer(#"{ chain(text: "a") far }"#, by: .alice).hasPrefix(#"{"data":{"chain":"done","far":"#))
        #expect(functions.events[1]["prev"] == ["result": ["first": true]])
        #expect(
            functions.calls.map(\.function) == [
                "arn:aws:lambda:us-east-1:123456789012:function:one",
                "arn:aws:lambda:eu-west-1:123456789012:function:two",
                "arn:aws:lambda:eu-west-1:111111111111:function:far",
            ])
    }

    @Test
    func `a chain ends at the first error`() async throws {
        let (api, functions) = try await api { _ throws(TriggerFailure) in throw .functionError("no") }
        #expect(try await api.messages(#"{ chain(text: "a") }"#, by: .alice) == ["no"])
        #expect(functions.calls.count == 1)
    }

    @Test
    func `a function of a record learns the stored values`() async throws {
        let (api, functions) = try await api { event throws(TriggerFailure) in
            .string((event["source"]?["text"]?.stringValue ?? "").uppercased())
        }
        _ = try await api.data(#"mutation { createNote(input: { id: "1", text: "a" }) { id } }"#, by: .alice)
        #expect(
            await api.answer("{ listNotes { items { shout } } }", by: .alice)
                == #"{"data":{"listNotes":{"items":[{"shout":"A"}]}}}"#)
        #expect(functions.events.first?["source"]?["owner"] == "a1::alice")
        #expect(functions.events.first?["typeName"] == "Note")
    }

    // MARK: - Rules

    @Test
    func `the rules of a field decide before its function is called`() async throws {
        let (api, functions) = try await api { _ throws(TriggerFailure) in "secret" }
        _ = try await api.data(#"mutation { createNote(input: { id: "1", text: "a" }) { id } }"#, by: .alice)
        #expect(try await api.errors("{ secret }", by: .alice) == ["Unauthorized"])
        #expect(try await api.errors(#"{ getNote(id: "1") { guarded } }"#, by: .alice) == ["Unauthorized"])
        #expect(functions.calls.isEmpty)
        #expect(await api.answer("{ secret }", by: .admin) == #"{"data":{"secret":"secret"}}"#)
    }

    @Test
    func `the rules of a plain type's fields hold in what a function returns`() async throws {
        let (api, _) = try await api { _ throws(TriggerFailure) in ["city": "Rome", "hidden": "x"] }
        #expect(try await api.errors("{ place { city hidden } }", by: .alice) == ["Unauthorized"])
        #expect(
            await api.answer("{ place { city hidden } }", by: .admin)
                == #"{"data":{"place":{"city":"Rome","hidden":"x"}}}"#)
    }

    // MARK: - Results

    @Test
    func `a result has the form that the type of the field has`() async throws {
        for (document, result, data) in [
            ("{ numbers }", "[1, 2]", #"{"numbers":[1,2]}"#),
            ("{ matrix }", "[[1], null, [2, null]]", #"{"matrix":[[1],null,[2,null]]}"#),
            ("{ place { city street } }", #"{"city": "Rome", "more": 1}"#, #"{"place":{"city":"Rome","street":null}}"#),
            ("{ thing { __typename } }", #"{"__typename": "Person"}"#, #"{"thing":{"__typename":"Person"}}"#),
            ("{ json }", #"{"a": [1]}"#, #"{"json":"{\"a\":[1]}"}"#), ("{ json }", #""[]""#, #"{"json":"[]"}"#),
            ("{ echo }", "null", #"{"echo":null}"#),
        ] {
            let value = try WireValue(foreignJSON: result.utf8)
            let (api, _) = try await api { _ throws(TriggerFailure) in value }
            #expect(await api.answer(document, by: .alice) == #"{"data":\#(data)}"#)
        }
    }

    @Test(arguments: [
        ("{ numbers }", "1"), ("{ numbers }", #"["a"]"#), ("{ numbers }", "[null]"), ("{ place { city } }", #""Rome""#),
        ("{ place { city } }", "{}"), ("{ place { city } }", "[]"), ("{ echo }", "[]"), ("{ echo }", #"{"a":1}"#),
        ("{ thing { __typename } }", "{}"), ("{ thing { __typename } }", #"{"__typename":"Note"}"#),
    ])
    func `a result that does not suit the type is an error at its field`(document: String, result: String) async throws
    {
        let value = try WireValue(foreignJSON: result.utf8)
        let (api, _) = try await api { _ throws(TriggerFailure) in value }
        let response = try await api.response(document, by: .alice)
        #expect(response["data"]?.members?.first { _ in true }?.value == .null)
        #expect(response["errors"]?.elements?.isEmpty == false)
    }

    // MARK: - Failures and bounds

    @Test(
        arguments: [
            (.functionError("The list is closed."), "Lambda:Unhandled", "The list is closed."),
            (.notJSON, "Lambda:Unhandled", "The function did not return JSON."),
            (.notStreamSafe, "Lambda:Unhandled", "The function did not return JSON in stream-safe text."),
            (
                .notCallable(.notStarted, "/srv/weather.py"), "Lambda:InvalidRuntimeException",
                "The function could not be started."
            ),
            (.timedOut, "Lambda:ExecutionTimeoutException", "Execution timed out."),
            (
                .notCallable(.unavailable, "http://10.0.0.1"), "Lambda:ServiceException",
                "The function cannot be reached."
            ),
        ] as [(TriggerFailure, String, String)])
    func `a failure of a function is an error of its field`(
        failure: TriggerFailure, type: String, message: String
    ) async throws {
        let (api, _) = try await api { _ throws(TriggerFailure) in throw failure }
        let response = try await api.response("{ echo listNotes { items { id } } }", by: .alice)
        #expect(LiveAPI.text(response["data"] ?? .null) == #"{"echo":null,"listNotes":{"items":[]}}"#)
        let errors = response["errors"]?.elements ?? []
        #expect(errors.map { $0["errorType"]?.text } == [type])
        #expect(errors.map { $0["message"]?.text } == [message])
    }

    @Test
    func `a function has the time that is left of the request, and is called once`() async throws {
        let (api, functions) = try await api(limits: DataLimits(seconds: 7)) { _ throws(TriggerFailure) in
            throw .timedOut
        }
        _ = try await api.errors("{ echo }", by: .alice)
        #expect(functions.limits == [.seconds(7)])
    }

    @Test
    func `a request calls no more functions than its bound, and none with too much to keep`() async throws {
        let (api, functions) = try await api(limits: DataLimits(functionCalls: 2)) { _ throws(TriggerFailure) in "a" }
        #expect(try await api.errors("{ a: echo b: echo c: echo }", by: .alice) == ["QueryLimitExceeded"])
        #expect(functions.calls.count == 2)
        let (small, _) = try await self.api(limits: DataLimits(loadedBytes: 1_000)) { _ throws(TriggerFailure) in
            .string(String(repeating: "a", count: 2_000))
        }
        #expect(try await small.errors("{ echo }", by: .alice) == ["QueryLimitExceeded"])
    }

    @Test
    func `the arguments of functions count as bytes that the request reads`() async throws {
        let (api, functions) = try await api(limits: DataLimits(loadedBytes: 5_000)) { _ throws(TriggerFailure) in "a" }
        let document = "query q($t: String) { a: echo(text: $t) b: echo(text: $t) c: echo(text: $t) }"
        let text = GraphQLValue.string(String(repeating: "a", count: 2_000))
        #expect(
            try await api.messages(document, ["t": text], by: .alice) == ["The request reads more than 5000 bytes."])
        #expect(functions.calls.count == 2)
    }

    // MARK: - Events

    @Test
    func `an event is answered before its function is called`() async throws {
        let (api, functions) = try await api { event throws(TriggerFailure) in event["prev"]?["result"] ?? "none" }
        #expect(
            await api.answer(#"mutation { send(text: "a") both }"#, by: .alice)
                == #"{"data":{"send":null,"both":null}}"#)
        #expect(functions.events.map { $0["fieldName"] } == ["both"])
        #expect(functions.events[0]["prev"] == ["result": .null])
        api.functions.finishEvents()
        await api.functions.runEvents()
        #expect(functions.events.count { $0["fieldName"] == "send" } == 1)
        #expect(functions.events.count { $0["fieldName"] == "both" } == 2)
    }

    @Test
    func `an event is an error if the server shuts down`() async throws {
        let (api, functions) = try await api { _ throws(TriggerFailure) in "a" }
        api.functions.finishEvents()
        #expect(try await api.errors(#"mutation { send(text: "a") }"#, by: .alice) == ["Lambda:ServiceException"])
        #expect(functions.calls.isEmpty)
    }

    @Test
    func `an event is an error if too many others wait`() async throws {
        let limits = DataLimits(execution: ExecutionLimits(argumentBytes: .max))
        let (api, functions) = try await api(limits: limits) { _ throws(TriggerFailure) in "a" }
        let text = String(repeating: "a", count: 9 * 1_024 * 1_024)
        let variables: GraphQLObject = ["text": .string(text)]
        let document = "mutation ($text: String) { send(text: $text) }"
        #expect(try await api.errors(document, variables, by: .alice) == [])
        #expect(
            try await api.errors(document, variables, by: .alice) == ["Lambda:TooManyRequestsException"])
        #expect(functions.calls.isEmpty)
    }

    @Test
    func `the events of subscriptions call no functions`() async throws {
        let (api, functions) = try await api { _ throws(TriggerFailure) in "a" }
        let subscription = try await api.subscribe("subscription { onCreateNote { text shout } }", by: .alice)
        _ = try await api.data(#"mutation { createNote(input: { text: "a" }) { text } }"#, by: .alice)
        #expect(
            try await subscription.next(1) == [#"{"data":{"onCreateNote":{"text":"a","shout":null}}}"#])
        #expect(functions.calls.isEmpty)
    }

    // MARK: - Names

    @Test
    func `a schema with unknown functions has an error for each of them`() throws {
        let functions = DataFunctions(
            ScriptedFunctions(knowing: ["arn:aws:lambda:us-east-1:1:function:one"]) { _ in .null }, region: "us-east-1",
            account: "1")
        let api = try Fixture.api(
            """
            type Query { a: String @function(name: "one") b: String @function(name: "one") @function(name: "two") }
            type Note @model @auth(rules: [{ allow: owner }]) { text: String }
            """, DataSettings(modelConflicts: ["Note": ConflictHandler(.function, function: "three")]))
        let cures = [("Query.b", "two"), ("The conflict handler of Note", "three")].map { place, name in
            "\(place) calls the function \(name), which the server does not have: add "
                + #""arn:aws:lambda:us-east-1:1:function:\#(name)": {"program": "…"} to "functions" in the functions "#
                + "file, which GATEHOUSE_TRIGGERS names; for gatehouse dev, that is triggers.json in the data folder."
        }
        #expect(functions.missing(in: api).map(\.description) == cures)
    }
}
