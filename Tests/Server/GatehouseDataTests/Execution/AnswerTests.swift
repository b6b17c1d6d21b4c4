// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

@Suite(.hangLimit)
struct AnswerTests {
    private static let schema = """
        type Todo @model @auth(rules: [{ allow: private }]) { title: String! }
        type Query { echo(text: String): String }
        """

    @Test
    func `a document without an operation that can be chosen is refused`() async throws {
        let api = try await LiveAPI(Self.schema)
        let two = "query a { listTodos { nextToken } } query b { listTodos { nextToken } }"
        #expect(
            await api.answer(two, by: .alice)
                == #"refused: {"errorType":"BadRequestException","message":"Missing operation name."}"#)
        let request = DataRequest(query: two, operationName: "c")
        #expect(
            await api.service.answer(request, by: .alice)
                == .refused(.badRequest(["Unknown operation named 'c'."])))
    }

    @Test
    func `an invalid document has all its errors without a path`() async throws {
        let api = try await LiveAPI(Self.schema)
        #expect(
            await api.answer("{ listTodos { x } getTodo { id } }", by: .alice) == """
                {"data":null,"errors":[{"path":null,"locations":[{"line":1,"column":15,"sourceName":null}],\
                "message":"Validation error of type FieldUndefined: Field 'x' in type 'ModelTodoConnection' is \
                undefined @ 'listTodos/x'"},{"path":null,"locations":[{"line":1,"column":19,"sourceName":null}],\
                "message":"Validation error of type MissingFieldArgument: Missing field argument id @ 'getTodo'"}]}
                """)
    }

    @Test
    func `a variable that does not fit is an error without data`() async throws {
        let api = try await LiveAPI(Self.schema)
        let document = "mutation m($input: CreateTodoInput!) { createTodo(input: $input) { id } }"
        let messages = try await api.messages(document, ["input": .object([:])], by: .alice)
        #expect(messages == ["Variable 'input' has coerced Null value for NonNull type 'String!'"])
    }

    @Test
    func `a variable of the type ID fits an argument of the type String`() async throws {
        let api = try await LiveAPI(
            "type Tag @model @auth(rules: [{ allow: private }]) { name: String! @primaryKey }")
        let document = "query q($name: ID!) { getTag(name: $name) { name } }"
        #expect(await api.answer(document, ["name": .string("a")], by: .alice) == #"{"data":{"getTag":null}}"#)
    }

    @Test
    func `a subscription over HTTP and a mutation by GET are not supported`() async throws {
        let api = try await LiveAPI(Self.schema)
        #expect(
            try await api.errors("subscription { onCreateTodo { id } }", by: .alice) == ["OperationNotSupported"])
        let request = DataRequest(
            query: #"mutation { deleteTodo(input: { id: "1" }) { id } }"#, allowsMutations: false)
        guard case .response(let response) = await api.service.answer(request, by: .alice) else {
            Issue.record("The request was refused.")
            return
        }
        #expect(response["errors"]?.elements?.first?["errorType"] == .string("OperationNotSupported"))
    }

    @Test
    func `each root field fails alone`() async throws {
        let api = try await LiveAPI(
            """
            type Todo @model @auth(rules: [{ allow: private }]) { title: String! }
            type Secret @model @auth(rules: [{ allow: groups, groups: ["Admin"] }]) { title: String! }
            """)
        let document = "{ listSecrets { items { id } } listTodos { items { id } } }"
        let response = try await api.response(document, by: .alice)
        #expect(LiveAPI.text(response["data"] ?? .null) == #"{"listSecrets":null,"listTodos":{"items":[]}}"#)
        #expect(try await api.errors(document, by: .alice) == ["Unauthorized"])
    }

    @Test
    func `a field of the author without a function is null`() async throws {
        let api = try await LiveAPI(Self.schema)
        #expect(await api.answer(#"{ echo(text: "a") }"#, by: .alice) == #"{"data":{"echo":null}}"#)
    }

    @Test
    func `a field whose function does not exist is an error`() async throws {
        let api = try await LiveAPI(
            """
            type Todo @model @auth(rules: [{ allow: private }]) { title: String! }
            type Query { echo(text: String): String @function(name: "echo") }
            """)
        #expect(try await api.errors(#"{ echo(text: "a") }"#, by: .alice) == ["Lambda:ResourceNotFoundException"])
    }

    @Test
    func `introspection answers unless it is switched off`() async throws {
        let document = "{ __schema { queryType { name } } }"
        let open = try await LiveAPI(Self.schema)
        #expect(
            await open.answer(document, by: .alice) == #"{"data":{"__schema":{"queryType":{"name":"Query"}}}}"#)
        let closed = try await LiveAPI(Self.schema, limits: DataLimits(allowsIntrospection: false))
        #expect(await closed.answer(document, by: .alice).contains("FieldUndefined"))
        #expect(
            await closed.answer("{ listTodos { __typename } }", by: .alice)
                == #"{"data":{"listTodos":{"__typename":"ModelTodoConnection"}}}"#)
    }

    // MARK: - Bounds

    @Test
    func `a request that takes too long reads no more`() async throws {
        let api = try await LiveAPI(Self.schema, limits: DataLimits(seconds: 0))
        #expect(try await api.errors("{ listTodos { items { id } } }", by: .alice) == ["ExecutionTimeout"])
    }

    @Test
    func `a request that takes too long makes no more records`() async throws {
        let api = try await LiveAPI(Self.schema)
        let late = try await LiveAPI(Self.schema, limits: DataLimits(seconds: 0), beside: api)
        let document = #"mutation { createTodo(input: { title: "a" }) { id } }"#
        #expect(try await late.errors(document, by: .alice) == ["ExecutionTimeout"])
        #expect(
            await api.answer("{ listTodos { items { id } } }", by: .alice) == #"{"data":{"listTodos":{"items":[]}}}"#)
    }

    @Test(arguments: [
        "{ " + (0..<51).map { "a\($0): listTodos { nextToken } " }.joined() + "}",
        "{ listTodos { items { " + (0..<51).map { "a\($0): id " }.joined() + "} } }",
        "{ __schema { types { fields { type { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { "
            + "ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { name } } } } } } } } } } } } } "
            + "} } } } } } } }",
    ])
    func `an operation that is too wide or too deep is not executed`(document: String) async throws {
        let api = try await LiveAPI(Self.schema)
        #expect(try await api.errors(document, by: .alice) == ["QueryLimitExceeded"])
        #expect(api.statements.take() == 0)
    }

    @Test
    func `a response that is too long is an error in its place`() async throws {
        let api = try await LiveAPI(Self.schema, limits: DataLimits(responseBytes: 300))
        let title = String(repeating: "x", count: 150)
        let create = "mutation m($t: String!) { createTodo(input: { title: $t }) { id title } }"
        #expect(try await api.errors(create, ["t": .string(title)], by: .alice) == [])
        _ = try await api.errors(create, ["t": .string(title)], by: .alice)
        #expect(try await api.errors("{ listTodos { items { title } } }", by: .alice) == ["QueryLimitExceeded"])
    }

    @Test
    func `the failure of a store is reported to the operator and hidden from the caller`() async throws {
        let api = try await LiveAPI(Self.schema)
        api.statements.fail()
        let document = "{ a: listTodos { items { id } } b: listTodos { items { id } } }"
        let message = GraphQLError.internalFailure.message
        #expect(try await api.messages(document, by: .alice) == [message, message])
        let execution = await api.service.execute(DataRequest(query: document), by: .alice)
        #expect(execution.failure is Outage && execution.isRepeatable)
        #expect(api.failures.all.count == 1, "a request has one failure, the first")
    }

    @Test
    func `a service whose revision is not in force reads, and writes nothing`() async throws {
        let api = try await LiveAPI(Self.schema, revision: 1)
        let execution = await api.service.execute(
            DataRequest(query: #"mutation { createTodo(input: { title: "a" }) { id } }"#), by: .alice)
        #expect(execution.failure is OutdatedRevision && execution.isRepeatable && execution.isOutdated)
        #expect(
            await api.answer("{ listTodos { items { id } } }", by: .alice) == #"{"data":{"listTodos":{"items":[]}}}"#)
    }
}
