// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the plugin sends for a REST request.
@Suite struct RESTRequestTests {
    private let network = ScriptedTransport([.answer(200, #"{"id":1}"#)])

    @Test func `each method sends its request, and returns the body of the response`() async throws {
        let plugin = try RESTApp(over: network).plugin
        let request = RESTRequest(apiName: "items", path: "/items/1", queryParameters: ["q": "a b"])
        let withBody = RESTRequest(path: "/items", body: Data(#"{"a":1}"#.utf8))
        for call in [plugin.get(request:), plugin.head(request:), plugin.delete(request:)] {
            #expect(try await call(request) == Data(#"{"id":1}"#.utf8))
        }
        for call in [plugin.put(request:), plugin.post(request:), plugin.patch(request:), plugin.delete(request:)] {
            _ = try await call(withBody)
        }
        #expect(network.requests.map(\.method) == [.get, .head, .delete, .put, .post, .patch, .delete])
        let addresses = network.requests.map(\.url.absoluteString)
        #expect(addresses.prefix(3).allSatisfy { $0 == "https://api.example.org:8443/prod/items/1?q=a%20b" })
        #expect(addresses.dropFirst(3).allSatisfy { $0 == "https://api.example.org:8443/prod/items" })
        #expect(network.requests.prefix(3).allSatisfy { $0.body.isEmpty })
        #expect(network.requests.dropFirst(3).allSatisfy { $0.body == Data(#"{"a":1}"#.utf8) })
        #expect(network.requests.allSatisfy { $0.timeout == .seconds(30) && $0.responseLimit == 10 << 20 })
    }

    @Test func `a request is JSON unless its headers say otherwise`() async throws {
        let plugin = try RESTApp(over: network).plugin
        _ = try await plugin.get(request: RESTRequest())
        #expect(network.header("content-type") == "application/json" && network.header("authorization") == nil)
        #expect(network.header("user-agent") == "gatehouse-swift" && network.header("x-api-key") == nil)
        let headers = ["Content-Type": "text/plain", "User-Agent": "mine", "X-Own": "1"]
        _ = try await plugin.post(request: RESTRequest(headers: headers, body: Data("a".utf8)))
        let names = network.requests.last?.headers.map { $0.name.lowercased() }.sorted()
        #expect(names == ["content-type", "user-agent", "x-own"])
        #expect(network.header("content-type") == "text/plain" && network.header("user-agent") == "mine")
    }

    @Test func `each mode decorates the request in its own way`() async throws {
        let expected: [(AWSAuthorizationType, String?, String?)] = [
            (.none, nil, nil), (.apiKey, nil, RESTApp.key), (.amazonCognitoUserPools, "token-1", nil),
            (.openIDConnect, "openid", nil), (.function, "function", nil),
        ]
        for (mode, token, key) in expected {
            let app = try RESTApp(mode, over: network, factory: TwoProviders())
            _ = try await app.plugin.get(request: RESTRequest(path: "/a"))
            #expect(network.header("authorization") == token && network.header("x-api-key") == key, "\(mode)")
        }
    }

    @Test func `the request's headers win over the mode's, and then need no token`() async throws {
        let keyed = try RESTApp(.apiKey, over: network)
        _ = try await keyed.plugin.get(request: RESTRequest(headers: ["X-Api-Key": "mine"]))
        #expect(network.header("x-api-key") == "mine")
        let out = try RESTApp(.amazonCognitoUserPools, over: network, tokens: [.failure(.signedOut("", ""))])
        _ = try await out.plugin.get(request: RESTRequest(headers: ["Authorization": "Bearer mine"]))
        #expect(network.header("authorization") == "Bearer mine")
    }

    @Test func `a signed request names the service of REST APIs, and covers headers and interceptors`() async throws {
        let app = try RESTApp(.awsIAM, over: network)
        try app.plugin.add(interceptor: Adding("x-app", "1"), for: "items")
        let headers = ["X-Own": "1", "Authorization": "mine"]
        _ = try await app.plugin.get(request: RESTRequest(path: "/a", headers: headers))
        let signature = try #require(network.header("authorization"))
        #expect(
            signature.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20270115/eu-west-1/execute-api/aws4_request"))
        #expect(signature.contains("content-type;host;x-amz-date;x-amz-security-token;x-app;x-own"))
        #expect(network.header("x-amz-security-token") == "session-token")
    }

    @Test func `a request without a name goes to the only REST API`() async throws {
        let app = try RESTApp(over: network)
        let graphQL = RESTApp.api(.apiKey, "https://graph.example.org/graphql", kind: "GraphQL")
        let rest = RESTApp.api(.none, "https://rest.example.org/v1")
        func host(_ apis: JSONValue, _ name: String? = nil) async throws -> String? {
            try app.plugin.configure(using: apis)
            _ = try await app.plugin.get(request: RESTRequest(apiName: name, path: "/a"))
            return network.requests.last?.url.host()
        }
        #expect(try await host(["g": graphQL, "r": rest]) == "rest.example.org")
        #expect(try await host(["g": graphQL, "r": rest, "s": rest], "s") == "rest.example.org")
        let texts: [(JSONValue, String?, String)] = [
            (["g": graphQL], nil, "Missing API for REST endpointType"),
            (
                ["r": rest, "s": rest], nil,
                "More than one REST API configured. Could not infer which API to call"
            ),
            (["r": rest], "x", "Unable to get an endpoint configuration for x"),
        ]
        for (apis, name, text) in texts {
            let error = await #expect(throws: APIError.self) { try await host(apis, name) }
            guard case .invalidConfiguration(text, _, _) = error else {
                Issue.record("The error is \(String(describing: error)).")
                continue
            }
        }
    }

    @Test func `a plugin without configuration refuses requests`() async {
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token")]), transport: ScriptedTransport([]),
            sockets: ScriptedSockets([]), hub: { _ in })
        let error = await #expect(throws: APIError.self) { try await plugin.get(request: RESTRequest(path: "/a")) }
        guard case .invalidConfiguration = error else {
            Issue.record("The request is accepted.")
            return
        }
    }

    @Test(arguments: [
        ["x-own": "1\r\nx-evil: 1"], ["x-own": "1\nx"], ["x-own": "\u{0}"], ["x own": "1"], ["x-own:": "1"],
        ["x\r\n": "1"], ["": "1"], ["\u{E9}": "1"],
    ])
    func `a header that HTTP does not have is refused before anything is sent`(headers: [String: String]) async throws {
        let app = try RESTApp(over: network)
        guard case .operationError(let text, _, _) = await app.error(RESTRequest(headers: headers)) else {
            Issue.record("The header is accepted.")
            return
        }
        #expect(network.requests.isEmpty && !text.contains("evil"))
    }

    @Test func `a request of get or head with a body is refused`() async throws {
        let plugin = try RESTApp(over: network).plugin
        for call in [plugin.get(request:), plugin.head(request:)] {
            await #expect(throws: APIError.self) { try await call(RESTRequest(path: "/a", body: Data("a".utf8))) }
            _ = try await call(RESTRequest(path: "/a", body: Data()))
        }
        #expect(network.requests.count == 2)
    }

    @Test func `an error of an interceptor or of the session is the error of the request`() async throws {
        struct Refusal: Error {}
        struct Refusing: URLRequestInterceptor {
            func intercept(_ request: URLRequest) async throws -> URLRequest { throw Refusal() }
        }
        let app = try RESTApp(over: network)
        try app.plugin.add(interceptor: Refusing(), for: "items")
        #expect(await app.error()?.underlyingError is Refusal)
        for mode in [AWSAuthorizationType.amazonCognitoUserPools, .awsIAM] {
            let app = try RESTApp(mode, over: network, tokens: [.failure(.signedOut("out", ""))])
            app.session.refuseCredentials(.signedOut("out", ""))
            #expect(await app.error()?.underlyingError as? AuthError == .signedOut("", ""))
        }
        #expect(network.requests.isEmpty)
    }
}
