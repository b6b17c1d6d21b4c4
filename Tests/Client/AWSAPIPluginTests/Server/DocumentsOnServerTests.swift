// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestServer
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

/// The documents of requests with models, word for word, answered by `gatehouse dev --schema`.
@Suite(.hangLimit) struct DocumentsOnServerTests {
    /// The program of this build, beside the tests.
    private static let program = Bundle.main.bundleURL.appending(path: "gatehouse").path

    /// The inputs of the records that the documents name, by model.
    private static let records: [(model: String, input: JSONValue)] = [
        ("Cover", ["id": "c", "url": "https://example.org/"]),
        ("Post", ["id": "1", "title": "Old", "status": "DRAFT", "tags": ["a", nil], "place": ["city": "Rome"]]),
        ("Comment", ["id": "1", "content": "C", "postCommentsId": "1"]),
        ("Item", ["code": "A", "count": 2]),
        ("Seat", ["hall": "h", "row": 3, "at": "2026-01-01T00:00:00.000Z"]),
        ("Seat", ["hall": "\"\\\n", "row": 3, "at": "2026-01-01T00:00:00.000Z"]),
        ("Guest", ["id": "g", "name": "n"]),
        ("Counter", ["number": 7, "kinds": ["DRAFT"]]),
        (
            "Everything",
            [
                "id": "1", "text": "a", "int": 2, "float": 0.5, "flag": true, "day": "2026-01-02", "hour": "03:04",
                "moment": "2026-01-02T03:04:05Z", "stamp": 1_700_000_000, "mail": "ada@example.org",
                "json": "{}", "url": "https://example.org/", "phone": "+12065550100", "address": "192.0.2.1",
                "ints": [1],
            ]
        ),
    ]

    private func send(
        _ document: String, _ variables: [String: Any]?, _ plugin: AWSAPIPlugin
    ) async throws -> GraphQLResponse<JSONValue> {
        try await plugin.query(
            request: GraphQLRequest(
                document: document, variables: variables, responseType: JSONValue.self,
                authMode: AWSAuthorizationType.apiKey))
    }

    private func create(_ model: String, _ input: JSONValue, _ plugin: AWSAPIPlugin) async throws {
        let variables = try JSONSerialization.jsonObject(with: JSONEncoder().encode(["input": input]))
        let document = "mutation M($input: Create\(model)Input!) { create\(model)(input: $input) { __typename } }"
        _ = try await send(document, variables as? [String: Any], plugin).get()
    }

    /// Runs a test with a server for the schema of the models.
    private func onServer(_ body: (GatehouseTestServer, AWSAPIPlugin) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).graphql")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Blog.schema.utf8).write(to: file)
        let gatehouse = try await GatehouseTestServer(program: Self.program, schema: file)
        let plugin = AWSAPIPlugin(session: AWSAuthService(), transport: .platform, sockets: .platform, hub: { _ in })
        try plugin.configure(using: try await gatehouse.configuration())
        try await body(gatehouse, plugin)
        await plugin.reset()
    }

    @Test func `the server answers each document with the value that it asks for`() async throws {
        try await onServer { gatehouse, plugin in
            for request in DocumentCase.all where !request.isSubscription {
                try await gatehouse.reset()
                for (model, input) in Self.records where request.decodePath != "create\(model)" {
                    try await create(model, input, plugin)
                }
                let variables = try request.variables.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
                let answer = try await send(request.document, variables as? [String: Any], plugin)
                switch (answer, request.outcome) {
                case (.success(let data), .value):
                    let value = data[request.decodePath ?? ""]
                    #expect(value != nil && value != .null, "\(request.document)")
                    if let items = value?["items"] { #expect(items.asArray?.isEmpty == false, "\(request.document)") }
                case (.failure(.error(let errors)), .failedCondition):
                    let type = errors.first?.extensions?["errorType"]?.stringValue
                    #expect(type?.contains("ConditionalCheckFailed") == true, "\(request.document)")
                default: Issue.record("\(request.document): the answer is \(answer)")
                }
            }
        }
    }

    @Test func `the server accepts each subscription`() async throws {
        try await onServer { _, plugin in
            for request in DocumentCase.all where request.isSubscription {
                let subscription = GraphQLRequest(
                    document: request.document, responseType: JSONValue.self, authMode: AWSAuthorizationType.apiKey)
                var isConnected = false
                for try await event in plugin.subscribe(request: subscription) {
                    if case .connection(.connected) = event {
                        isConnected = true
                        break
                    }
                }
                #expect(isConnected, "\(request.document)")
            }
        }
    }
}
