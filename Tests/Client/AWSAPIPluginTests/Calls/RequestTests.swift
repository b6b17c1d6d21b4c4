// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Synchronization
import Testing

@testable import AWSAPIPlugin

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the plugin sends for a query or mutation.
@Suite struct RequestTests {
    @Test func `a call posts document and variables to the address of the API`() async throws {
        let app = try APIApp()
        let request = GraphQLRequest(
            apiName: "todos", document: "mutation($a: Int) { f(a: $a) }",
            variables: ["a": 9_007_199_254_740_993, "b": ["c": [true, NSNull(), "ä/"]]], responseType: String.self)
        _ = try await app.plugin.mutate(request: request)
        let sent = try #require(app.network.requests.first)
        #expect(sent.method == .post && sent.url.absoluteString == "https://api.example.org:8443/apis/1/graphql")
        #expect(
            String(decoding: sent.body, as: UTF8.self)
                == #"{"query":"mutation($a: Int) { f(a: $a) }","variables":"#
                + #"{"a":9007199254740993,"b":{"c":[true,null,"ä/"]}}}"#)
        #expect(app.header("content-type") == "application/json" && app.header("cache-control") == "no-store")
        #expect(sent.timeout == .seconds(30))
    }

    @Test func `each mode decorates the request in its own way`() async throws {
        let app = try APIApp(factory: TwoProviders())
        let tokens: [(AWSAuthorizationType, String?, String?)] = [
            (.none, nil, nil), (.apiKey, nil, APIApp.key), (.amazonCognitoUserPools, "token-1", nil),
            (.openIDConnect, "openid", nil), (.function, "function", nil),
        ]
        for (mode, token, key) in tokens {
            _ = try await app.plugin.query(request: APIApp.title(mode))
            #expect(app.header("authorization") == token && app.header("x-api-key") == key, "\(mode)")
        }
    }

    @Test func `the default mode counts for a request that names none`() async throws {
        let app = try APIApp(.amazonCognitoUserPools)
        _ = try await app.plugin.query(request: APIApp.title())
        #expect(app.header("authorization") == "token-1" && app.header("x-api-key") == nil)
    }

    @Test func `a signed call has the session's credentials and covers the app's headers`() async throws {
        let app = try APIApp(.awsIAM)
        try app.plugin.add(interceptor: Adding("x-app", "1"), for: "todos")
        _ = try await app.plugin.query(request: APIApp.title())
        let signature = try #require(app.header("authorization"))
        #expect(signature.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20270115/eu-west-1/appsync/aws4_request"))
        #expect(signature.contains("cache-control;content-type;host;x-amz-date;x-amz-security-token;x-app"))
        #expect(app.header("x-amz-security-token") == "session-token")
    }

    @Test func `interceptors run in the order of their adding, after the key or token`() async throws {
        let app = try APIApp()
        try app.plugin.add(interceptor: Adding("x-seen", from: "x-api-key"), for: "todos")
        try app.plugin.add(interceptor: Adding("x-order", "1"), for: "todos")
        try app.plugin.add(interceptor: Adding("x-order", "2"), for: "todos")
        try app.plugin.add(interceptor: Adding("x-api-key", "another"), for: "todos")
        _ = try await app.plugin.query(request: APIApp.title())
        #expect(app.header("x-seen") == APIApp.key && app.header("x-order") == "2")
        #expect(app.header("x-api-key") == "another")
    }

    @Test func `an interceptor for an unknown API is a configuration error`() throws {
        let app = try APIApp()
        #expect(throws: PluginError.self) { try app.plugin.add(interceptor: Adding("a", "b"), for: "other") }
        #expect(throws: PluginError.self) { try AWSAPIPlugin().add(interceptor: Adding("a", "b"), for: "todos") }
    }

    @Test func `an interceptor may send the request elsewhere, and not without a host`() async throws {
        let app = try APIApp()
        try app.plugin.add(interceptor: Changing { $0.url = URL(string: "https://proxy.example.org/g") }, for: "todos")
        _ = try await app.plugin.query(request: APIApp.title())
        #expect(app.network.requests.last?.url.absoluteString == "https://proxy.example.org/g")
        try app.plugin.add(interceptor: Changing { $0.url = URL(string: "/g") }, for: "todos")
        let error = await #expect(throws: APIError.self) { try await app.plugin.query(request: APIApp.title()) }
        guard case .invalidURL = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
    }
}

/// A factory with a provider of each generation of the protocol.
final class TwoProviders: APIAuthProviderFactory {
    override func oidcAuthProvider() -> (any AmplifyOIDCAuthProvider)? { OlderProvider() }
    override func functionAuthProvider() -> (any AmplifyFunctionAuthProvider)? { NewerProvider() }
}

struct OlderProvider: AmplifyOIDCAuthProvider {
    func getLatestAuthToken() -> Result<String, any Error> { .success("openid") }
}

struct NewerProvider: AmplifyFunctionAuthProvider {
    func getLatestAuthToken() async throws -> String { "function" }
}

/// An interceptor that sets a header to a value, or copies another header.
struct Adding: URLRequestInterceptor {
    let name: String
    let value: String?
    var source: String?

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    init(_ name: String, from source: String) {
        self.name = name
        self.source = source
        value = nil
    }

    func intercept(_ request: URLRequest) async throws -> URLRequest {
        var request = request
        let value = source.flatMap { request.value(forHTTPHeaderField: $0) } ?? value
        request.setValue(value, forHTTPHeaderField: name)
        return request
    }
}

struct Changing: URLRequestInterceptor {
    let change: @Sendable (inout URLRequest) -> Void

    init(_ change: @escaping @Sendable (inout URLRequest) -> Void) {
        self.change = change
    }

    func intercept(_ request: URLRequest) async throws -> URLRequest {
        var request = request
        change(&request)
        return request
    }
}
