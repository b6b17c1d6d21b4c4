// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

/// A plugin with two GraphQL APIs, which requests name.
@Suite(.hangLimit) struct SeveralAPIsTests {
    private static func app() throws -> APIApp {
        let app = try APIApp(factory: TwoProviders())
        let apis: [String: JSONValue] = [
            "home": [
                "endpointType": "GraphQL", "endpoint": "https://home.example.org/graphql",
                "authorizationType": "API_KEY", "apiKey": "da2-home",
            ],
            "work": [
                "endpointType": "GraphQL", "endpoint": "https://work.example.org/graphql",
                "authorizationType": "OPENID_CONNECT",
            ],
            "files": ["endpointType": "REST", "endpoint": "https://files.example.org", "authorizationType": "NONE"],
        ]
        try app.plugin.configure(using: JSONValue.object(apis))
        return app
    }

    private static func request(_ api: String?, _ mode: AWSAuthorizationType? = nil) -> GraphQLRequest<String> {
        GraphQLRequest(apiName: api, document: "query { getTodo { title } }", responseType: String.self, authMode: mode)
    }

    private static func host(_ app: APIApp) -> String? { app.network.requests.last?.url.host() }

    @Test func `a request goes to the API that it names, in the default mode of that API`() async throws {
        let app = try Self.app()
        _ = try await app.plugin.query(request: Self.request("home"))
        #expect(Self.host(app) == "home.example.org")
        #expect(app.header("x-api-key") == "da2-home" && app.header("authorization") == nil)
        _ = try await app.plugin.mutate(request: Self.request("work"))
        #expect(Self.host(app) == "work.example.org")
        #expect(app.header("authorization") == "openid" && app.header("x-api-key") == nil)
        _ = try await app.plugin.query(request: Self.request("work", .function))
        #expect(app.header("authorization") == "function")
    }

    @Test func `the mode of a request needs the values of the API that it names`() async throws {
        let app = try Self.app()
        let error = await #expect(throws: APIError.self) {
            try await app.plugin.query(request: Self.request("work", .apiKey))
        }
        guard case .pluginError = error else {
            Issue.record("The key of another API is used.")
            return
        }
        #expect(app.network.requests.isEmpty)
    }

    @Test func `subscriptions to two APIs have a connection each`() async throws {
        let app = try Self.app()
        let sequences = ["home", "work"].map { api in
            app.plugin.subscribe(
                request: GraphQLRequest(
                    apiName: api, document: "subscription { onCreateTodo { title } }", responseType: Todo.self,
                    decodePath: "onCreateTodo"))
        }
        for _ in 1...2 { _ = try await app.sockets.acknowledgedConnection() }
        let hosts = app.sockets.requests.compactMap { $0.url.host() }
        #expect(hosts.sorted() == ["home.example.org", "work.example.org"])
        for sequence in sequences { sequence.cancel() }
    }

    @Test(
        arguments: [
            (nil, "More than one GraphQL API configured. Could not infer which API to call"),
            ("garden", "Unable to get an endpoint configuration for garden"),
        ] as [(String?, String)])
    func `a name that is missing or unknown is an error of each call`(name: String?, text: String) async throws {
        let app = try Self.app()
        for call in [app.plugin.query, app.plugin.mutate] as [(GraphQLRequest<String>) async throws -> Any] {
            let error = await #expect(throws: APIError.self) { _ = try await call(Self.request(name)) }
            #expect(error?.errorDescription == text)
        }
        let request = GraphQLRequest(apiName: name, document: "subscription { a }", responseType: Todo.self)
        let error = await #expect(throws: APIError.self) {
            for try await _ in app.plugin.subscribe(request: request) {}
        }
        #expect(error?.errorDescription == text)
        guard case .invalidConfiguration(_, let cure, _) = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        #expect(!cure.isEmpty && app.network.requests.isEmpty && app.sockets.requests.isEmpty)
    }

    @Test func `an interceptor changes the requests of its API only`() async throws {
        let app = try Self.app()
        try app.plugin.add(interceptor: Adding("x-app", "1"), for: "work")
        for (api, value) in [("work", "1"), ("home", nil)] as [(String, String?)] {
            _ = try await app.plugin.query(request: Self.request(api))
            #expect(app.header("x-app") == value)
        }
    }
}
