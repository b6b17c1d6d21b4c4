// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestServer
import Testing

/// `Amplify.API` with `gatehouse dev --schema`, over the sockets of the system.
@Suite(.ownsAmplify) struct DataOnServerTests {
    private struct Record: Codable, Sendable, Equatable {
        let id: String
        let text: String
    }

    /// The program of this build, beside the tests.
    private static let program = Bundle.main.bundleURL.appending(path: "gatehouse").path

    private static let schema = """
        type Todo @model @auth(rules: [{ allow: owner }]) { text: String! }
        type Note @model @auth(rules: [{ allow: public }, { allow: private, provider: iam }]) { text: String! }
        """

    /// One server for all tests, since they run one after the other.
    private static let server = Task {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).graphql")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(schema.utf8).write(to: file)
        return try await GatehouseTestServer(program: program, schema: file)
    }

    /// Runs a test with the server in the state of its start and two users, and with both plugins configured.
    private func onServer(_ body: () async throws -> Void) async throws {
        let gatehouse = try await Self.server.value
        try await gatehouse.reset()
        for name in ["ada", "grace"] { try await gatehouse.makeUser(name) }
        try Amplify.add(plugin: gatehouse.plugin(onDevice: UUID().uuidString))
        try Amplify.add(plugin: AWSAPIPlugin())
        try await Amplify.configure(gatehouse.configuration())
        try await body()
    }

    private func signIn(_ name: String) async throws {
        _ = await Amplify.Auth.signOut()
        _ = try await Amplify.Auth.signIn(username: name, password: GatehouseTestServer.password)
    }

    private func create(
        _ model: String, _ text: String, _ mode: AWSAuthorizationType? = nil
    ) async throws -> GraphQLResponse<Record> {
        let request = GraphQLRequest(
            document: "mutation M($input: Create\(model)Input!) { create\(model)(input: $input) { id text } }",
            variables: ["input": ["text": text]], responseType: Record.self, decodePath: "create\(model)",
            authMode: mode)
        return try await Amplify.API.mutate(request: request)
    }

    private func read(
        _ model: String, _ id: String, _ mode: AWSAuthorizationType? = nil
    ) async throws -> GraphQLResponse<Record?> {
        let request = GraphQLRequest(
            document: "query Q($id: ID!) { get\(model)(id: $id) { id text } }", variables: ["id": id],
            responseType: Record?.self, decodePath: "get\(model)", authMode: mode)
        return try await Amplify.API.query(request: request)
    }

    private func errorTypes<Value>(_ response: GraphQLResponse<Value>) -> [JSONValue?] {
        guard case .failure(.error(let errors)) = response else { return [] }
        return errors.map { $0.extensions?["errorType"] }
    }

    @Test func `a record belongs to the user who creates it`() async throws {
        try await onServer {
            let refusal = await #expect(throws: APIError.self) { try await create("Todo", "early") }
            #expect(refusal?.underlyingError as? AuthError == .signedOut("", ""))
            try await signIn("ada")
            let todo = try await create("Todo", "Tea \u{1F375}").get()
            #expect(todo.text == "Tea \u{1F375}")
            #expect(try await read("Todo", todo.id).get() == todo)
            #expect(try await read("Todo", "missing").get() == nil)
            try await signIn("grace")
            #expect(try await errorTypes(read("Todo", todo.id)) == ["Unauthorized"])
            for mode in [AWSAuthorizationType.apiKey, .awsIAM] {
                #expect(try await errorTypes(read("Todo", todo.id, mode)) == ["Unauthorized"], "\(mode)")
            }
        }
    }

    @Test func `the server accepts keys and signatures of the plugin`() async throws {
        try await onServer {
            let note = try await create("Note", "by key", .apiKey).get()
            #expect(try await read("Note", note.id, .apiKey).get() == note)
            try await signIn("ada")
            #expect(try await read("Note", note.id, .awsIAM).get() == note)
            #expect(try await create("Note", "by signature", .awsIAM).get().text == "by signature")
            #expect(try await errorTypes(read("Note", note.id)) == ["Unauthorized"])
        }
    }

    @Test func `a call that no mode of the API accepts has the status 401`() async throws {
        try await onServer {
            let error = await #expect(throws: APIError.self) {
                try await create("Note", "a", AWSAuthorizationType.none)
            }
            guard case .httpStatusError(401, let response) = error else {
                Issue.record("The error is \(String(describing: error)).")
                return
            }
            #expect(error?.isUnauthorized() == true)
            let body = try #require((response as? AWSHTTPURLResponse)?.body)
            #expect(String(decoding: body, as: UTF8.self).contains("UnauthorizedException"))
        }
    }

    @Test func `a document that the schema does not have is an error of the answer`() async throws {
        try await onServer {
            let request = GraphQLRequest(document: "query { other }", responseType: String.self, authMode: Self.key)
            guard case .failure(.error(let errors)) = try await Amplify.API.query(request: request) else {
                Issue.record("The document is accepted.")
                return
            }
            #expect(errors.first?.message.contains("FieldUndefined") == true && errors.first?.locations?.count == 1)
        }
    }

    private static let key = AWSAuthorizationType.apiKey

    private func events(
        _ model: String, _ mode: AWSAuthorizationType? = nil
    ) -> AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<Record>> {
        Amplify.API.subscribe(
            request: GraphQLRequest(
                document: "subscription { onCreate\(model) { id text } }", responseType: Record.self,
                decodePath: "onCreate\(model)", authMode: mode))
    }

    @Test func `a user receives events of own records, and none of other users`() async throws {
        try await onServer {
            try await signIn("ada")
            var seen: [String] = []
            for try await event in events("Todo") {
                switch event {
                case .connection(.connected):
                    try await signIn("grace")
                    _ = try await create("Todo", "of grace").get()
                    try await signIn("ada")
                    _ = try await create("Todo", "of ada").get()
                case .connection: break
                case .data(let record): seen.append(try record.get().text)
                }
                if !seen.isEmpty { break }
            }
            #expect(seen == ["of ada"])
        }
    }

    @Test func `a subscription is authorized by a key and by a signature`() async throws {
        try await onServer {
            try await signIn("ada")
            for mode in [AWSAuthorizationType.apiKey, .awsIAM] {
                for try await event in events("Note", mode) {
                    if case .connection(.connected) = event { _ = try await create("Note", "\(mode)", mode).get() }
                    guard case .data(let record) = event else { continue }
                    #expect(try record.get().text == "\(mode)")
                    break
                }
            }
        }
    }

    @Test func `a subscription that the rules refuse is an error of the caller`() async throws {
        try await onServer {
            let error = await #expect(throws: APIError.self) {
                for try await _ in events("Note") {}
            }
            #expect(error?.isUnauthorized() == true)
            try await signIn("ada")
            let refusal = await #expect(throws: APIError.self) {
                for try await _ in events("Note") {}
            }
            #expect(refusal?.isUnauthorized() == true)
        }
    }
}
