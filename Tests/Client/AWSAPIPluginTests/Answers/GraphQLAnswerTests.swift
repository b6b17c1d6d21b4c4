// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

/// The reading of answers.
@Suite struct GraphQLAnswerTests {
    private struct Item: Codable, Equatable {
        let id: Int64
        let at: Date?
        let done: Bool
    }

    private struct Items: Codable, Equatable {
        let items: [Item]
    }

    private func answer<R: Decodable & Sendable>(
        _ text: String, _ type: R.Type, at path: String? = nil
    ) throws -> GraphQLResponse<R> {
        let request = GraphQLRequest(document: "query { a }", responseType: type)
        let origin = AnswerOrigin(request, in: .apiKey, try APIApp().plugin)
        return try GraphQLAnswer(body: Data(text.utf8)).response(as: type, at: path, from: origin)
    }

    private func failure(_ text: String, at path: String? = nil) throws -> APIError {
        try #require(throws: APIError.self) { try answer(text, String.self, at: path) }
    }

    @Test func `a value is decoded at its path`() throws {
        let text = """
            {"data":{"listItems":{"items":[{"id":9007199254740993,"at":"2026-01-02T03:04:05.678Z","done":true},
            {"id":-1,"at":"2026-01-02T05:04:05+02:00","done":false},{"id":0,"at":null,"done":false}]}}}
            """
        let items = try answer(text, [Item].self, at: "listItems.items").get()
        #expect(items.map(\.id) == [9_007_199_254_740_993, -1, 0] && items.map(\.done) == [true, false, false])
        let moment = 1_767_323_045.0
        #expect(abs((items[0].at?.timeIntervalSince1970 ?? 0) - moment - 0.678) < 0.001)
        #expect(items[1].at?.timeIntervalSince1970 == moment && items[2].at == nil)
        #expect(try answer(text, Items.self, at: "listItems").get().items.count == 3)
        #expect(try answer(text, [String: Items].self).get()["listItems"]?.items.count == 3)
    }

    @Test func `a String is the text of the JSON at its path`() throws {
        let text = #"{"data":{"f":{"b":[1,2.5,"x\"",null],"a":9007199254740993}}}"#
        #expect(try answer(text, String.self, at: "f").get() == #"{"a":9007199254740993,"b":[1,2.5,"x\"",null]}"#)
        #expect(try answer(text, String.self).get().hasPrefix(#"{"f":{"#))
        #expect(try answer(#"{"data":{"f":"Tea"}}"#, String.self, at: "f").get() == #""Tea""#)
    }

    @Test func `a JSONValue is any value`() throws {
        #expect(try answer(#"{"data":{"f":[1,{"a":true}]}}"#, JSONValue.self, at: "f").get() == [1, ["a": true]])
    }

    @Test func `a null is the absence of an optional value`() throws {
        #expect(try answer(#"{"data":{"getTodo":null}}"#, Todo?.self, at: "getTodo").get() == nil)
        #expect(try answer(#"{"data":{"getTodo":{"title":"Tea"}}}"#, Todo?.self, at: "getTodo").get()?.title == "Tea")
    }

    @Test func `a path that leads nowhere is an error`() throws {
        for path in ["x", "getTodo.title.x", "getTodo.x", "list.0"] {
            let error = try failure(#"{"data":{"getTodo":{"title":"Tea"},"list":[1]}}"#, at: path)
            #expect(error.errorDescription == "Could not retrieve object, given decode path: \(path)")
        }
    }

    @Test func `errors without a value are the errors of the answer`() throws {
        let error = #"{"message":"Not Authorized","errorType":"Unauthorized","path":["a",0],"locations":null}"#
        for data in ["", #""data":null,"#, #""data":{"getTodo":null},"#, #""data":{},"#] {
            let text = "{\(data)\"errors\":[\(error)]}"
            for path in [nil, "getTodo", "getTodo.title"] {
                guard case .failure(.error(let errors)) = try answer(text, Todo.self, at: path) else {
                    Issue.record("\(text) at \(path ?? "-") has another meaning.")
                    continue
                }
                #expect(errors.map(\.message) == ["Not Authorized"] && errors.first?.path == ["a", 0])
                #expect(errors.first?.extensions == ["errorType": "Unauthorized"] && errors.first?.locations == nil)
            }
        }
    }

    @Test func `a value together with errors is a partial one`() throws {
        let text = #"{"data":{"getTodo":{"title":"Tea"},"b":null},"errors":[{"message":"b failed"}]}"#
        guard case .failure(.partial(let todo, let errors)) = try answer(text, Todo.self, at: "getTodo") else {
            Issue.record("The answer has another meaning.")
            return
        }
        #expect(todo.title == "Tea" && errors.map(\.message) == ["b failed"])
        guard case .failure(.error) = try answer(text, Todo.self, at: "b") else {
            Issue.record("A root that is null is not the failure of the answer.")
            return
        }
    }

    @Test func `an error's members that the specification does not have become extensions`() throws {
        let text = """
            {"errors":[{"message":"m","errorType":"A","errorInfo":null,"data":{"a":1},
            "locations":[{"line":2,"column":3,"sourceName":null},{"line":"x"}],"extensions":{"errorType":"B","b":[2]}},
            {"errorType":"C"},7]}
            """
        guard case .failure(.error(let errors)) = try answer(text, Todo.self) else {
            Issue.record("The answer has another meaning.")
            return
        }
        #expect(errors.map(\.message) == ["m", "C", ""])
        #expect(errors[0].extensions == ["errorType": "B", "b": [2], "errorInfo": nil, "data": ["a": 1]])
        #expect(errors[0].locations?.map(\.line) == [2] && errors[0].locations?.map(\.column) == [3])
    }

    @Test(arguments: [
        "", "{", "[]", "null", "7", #""text""#, "<html><body>Sign in to the Wi-Fi</body></html>", "{\"data\":{\"a\":1}",
        "\u{FEFF}{}", String(repeating: "[", count: 100_000),
        "{\"data\":" + String(repeating: "{\"a\":", count: 100) + "1" + String(repeating: "}", count: 101),
    ])
    func `a body that is not a JSON object is an error`(text: String) throws {
        let error = try failure(text)
        #expect(error.errorDescription == "Could not decode to JSONValue from the GraphQL Response")
        #expect(error.recoverySuggestion == "Service issue")
        guard case .operationError = error else {
            Issue.record("The error is \(error).")
            return
        }
    }

    @Test(arguments: [#"{"data":{"a":1},"errors":{"message":"m"}}"#, #"{"errors":"m"}"#, #"{"errors":7,"data":null}"#])
    func `errors that are not a list are an error`(text: String) throws {
        #expect(try failure(text).errorDescription == "The GraphQL response containing errors should be an array")
    }

    @Test(arguments: ["{}", #"{"data":null}"#, #"{"message":"Forbidden"}"#, #"{"errors":[]}"#, #"{"errors":null}"#])
    func `an object with neither data nor errors is an error`(text: String) throws {
        let error = try failure(text)
        #expect(error.errorDescription == "The service returned some data without any `data` and `errors`")
        guard case .unknown = error else {
            Issue.record("The error is \(error).")
            return
        }
    }

    @Test(arguments: [
        #"{"data":{"getTodo":{"name":"Tea"}}}"#, #"{"data":{"getTodo":{"title":7}}}"#,
        #"{"data":{"getTodo":null}}"#, #"{"data":{"getTodo":[]}}"#,
        #"{"data":{"getTodo":{"title":null}},"errors":[{"message":"m"}]}"#,
    ])
    func `a value of another type is a transformation error with the text of the answer`(text: String) throws {
        guard case .failure(.transformationError(let raw, let reason)) = try answer(text, Todo.self, at: "getTodo")
        else {
            Issue.record("The answer has another meaning.")
            return
        }
        #expect(raw == text && reason.underlyingError is DecodingError)
    }

    @Test func `the place of a wrong value begins at the value of the answer`() throws {
        for (text, path, place) in [
            (#"{"data":{"getTodo":{"title":7}}}"#, "getTodo" as String?, "title is not a String"),
            (#"{"data":{"title":7}}"#, nil, "title is not a String"),
            (#"{"data":{"getTodo":[]}}"#, "getTodo", "the value is not a"),
        ] {
            guard case .failure(.transformationError(_, let reason)) = try answer(text, Todo.self, at: path) else {
                Issue.record("The answer has another meaning.")
                return
            }
            #expect(reason.errorDescription.contains(": \(place)"))
        }
    }

    @Test func `a garbled answer of a server is an error of the call`() async throws {
        let app = try APIApp(answers: [.answer(200, "<html></html>"), .answer(200, #"{"data":{"getTodo":nul"#)])
        for _ in 1...2 {
            await #expect(throws: APIError.self) { try await app.plugin.query(request: APIApp.title()) }
        }
    }

    @Test func `errors of an answer describe themselves`() {
        let errors = [GraphQLError(message: "a"), GraphQLError(message: "b")]
        let error = GraphQLResponseError<Todo>.error(errors)
        #expect(error.errorDescription.hasSuffix("containing errors: a; b"))
        #expect((error.underlyingError as? GraphQLError)?.message == "a")
        #expect(GraphQLResponseError<Todo>.partial(Todo(title: ""), errors).errorDescription.contains("partially"))
        let unknown = GraphQLResponseError<Todo>(error: CancellationError())
        #expect(unknown.isOperationCancelledError && !unknown.errorDescription.isEmpty)
    }
}
