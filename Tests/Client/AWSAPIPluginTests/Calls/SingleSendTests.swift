// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

/// Mutations with a service that misbehaves: they are sent once, and have one error.
@Suite struct SingleSendTests {
    private func mutate(_ app: APIApp) async throws -> GraphQLResponse<String> {
        let request = GraphQLRequest(
            document: "mutation { createTodo(input: { title: \"Tea\" }) { title } }", responseType: String.self,
            decodePath: "createTodo.title")
        return try await app.plugin.mutate(request: request)
    }

    @Test(arguments: [
        TransportError.Kind.unreachable, .timedOut, .connectionLost, .tls, .tooLarge, .cancelled, .badRequest,
    ])
    func `a mutation whose answer is lost is not sent again`(kind: TransportError.Kind) async throws {
        let app = try APIApp(answers: [.trouble(kind), .answer(200, #"{"data":{"createTodo":{"title":"Tea"}}}"#)])
        await #expect(throws: APIError.self) { try await mutate(app) }
        #expect(app.network.requests.count == 1)
    }

    @Test(arguments: [302, 400, 401, 403, 408, 425, 429, 500, 502, 503, 504])
    func `a mutation that is refused is not sent again`(status: Int) async throws {
        let app = try APIApp(answers: [.answer(status, "", headers: [(name: "Retry-After", value: "0")])])
        let error = await #expect(throws: APIError.self) { try await mutate(app) }
        guard case .httpStatusError(status, _) = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        #expect(app.network.requests.count == 1)
    }

    @Test(arguments: [
        "", "<!doctype html><title>502</title>", "{", #"{"data":{"createTodo":{"title":"T"#, "[]", "null", "true",
        "\u{FEFF}{}", "{}", #"{"data":null}"#, #"{"data":{"createTodo":{"title":"Tea"}},"errors":{}}"#,
        #"{"data":{"other":1}}"#, String(repeating: "[", count: 1_000),
    ])
    func `an answer that is none is an error, and the mutation is not sent again`(body: String) async throws {
        let app = try APIApp(answers: [.answer(200, body)])
        let error = await #expect(throws: APIError.self) { try await mutate(app) }
        #expect(error?.errorDescription.isEmpty == false && error?.errorDescription.utf8.count ?? 0 < 200)
        #expect(app.network.requests.count == 1)
    }

    @Test func `data beside errors is a value with the errors`() async throws {
        let app = try APIApp(
            answers: [.answer(200, #"{"data":{"createTodo":{"title":"Tea"}},"errors":[{"message":"no"}]}"#)])
        guard case .failure(.partial(let title, let errors)) = try await mutate(app) else {
            Issue.record("The answer is read in another way.")
            return
        }
        #expect(title == #""Tea""# && errors.map(\.message) == ["no"] && app.network.requests.count == 1)
    }

    @Test func `a token that a service with another clock refuses is sent once`() async throws {
        let refusal = #"{"errors":[{"errorType":"UnauthorizedException","message":"Token has expired."}]}"#
        let app = try APIApp(
            .amazonCognitoUserPools,
            answers: [.answer(401, refusal), .answer(200, #"{"data":{"createTodo":{"title":"Tea"}}}"#)],
            tokens: [.success("one"), .success("two")])
        let error = await #expect(throws: APIError.self) { try await mutate(app) }
        #expect(error?.isUnauthorized() == true && app.network.requests.count == 1)
        _ = try await mutate(app).get()
        #expect(app.header("authorization") == "two" && app.network.requests.count == 2)
    }
}
