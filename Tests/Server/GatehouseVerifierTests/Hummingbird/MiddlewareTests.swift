// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseVerifier
import GatehouseVerifierHummingbird
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing

@Suite struct MiddlewareTests {
    @Test func `a signed request reaches the route with its sender and its body`() async throws {
        let service = try await OrderService()
        let guest = try await service.guest()
        let request = service.signed(by: guest.credentials, query: "page=2", body: "hello")
        let answer = try await Self.respond(service, request)
        #expect(answer.status == .ok)
        #expect(answer.headers[.location] == guest.identity + " hello")
    }

    @Test func `a refused request does not reach the route`() async throws {
        let service = try await OrderService()
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        var request = service.signed(by: ada)
        request.body = Data("another".utf8)
        let answer = try await Self.respond(service, request)
        #expect(answer.status == .forbidden)
        #expect(answer.headers[try #require(HTTPField.Name("x-amzn-errortype"))] == "InvalidSignatureException")
        #expect(answer.headers[.contentType] == "application/json")
    }

    @Test func `a second host field is refused`() async throws {
        let service = try await OrderService()
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        var request = service.signed(by: ada)
        request.headers.append(("Host", "evil.example.com"))
        #expect(try await Self.respond(service, request).status == .forbidden)
    }

    @Test func `a body that is too long is refused before the signature is verified`() async throws {
        let service = try await OrderService()
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        let request = service.signed(by: ada, body: String(repeating: "a", count: 1_025))
        await #expect(throws: (any Error).self) { try await Self.respond(service, request, maximumBodySize: 1_024) }
        #expect(service.server.calls == 0)
    }

    @Test func `while the server is down the answer is 503 with a time to wait`() async throws {
        let service = try await OrderService()
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        service.server.setReachable(false)
        let answer = try await Self.respond(service, service.signed(by: ada))
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.headers[.retryAfter] == "1")
    }

    @Test(arguments: ["Bearer ", "bearer ", ""])
    func `a token reaches the route, after Bearer or alone`(scheme: String) async throws {
        let pool = try await SignedInPool()
        let answer = try await Self.respond(pool, [scheme + pool.accessToken])
        #expect(answer.status == .ok)
        #expect(answer.headers[.location] == "ada")
    }

    @Test(arguments: [[], ["Bearer"], ["Basic YTpi"], ["Bearer a b"], ["a", "b"], ["Bearer a.b.c"]])
    func `a request without a valid token is refused`(fields: [String]) async throws {
        let pool = try await SignedInPool()
        let answer = try await Self.respond(pool, fields)
        #expect(answer.status == .unauthorized)
        #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
    }

    private static func respond(
        _ service: OrderService, _ request: SignedRequest, maximumBodySize: Int = 1_048_576
    ) async throws -> Response {
        var fields = HTTPFields()
        var authority: String?
        for header in request.headers {
            if header.name.lowercased() == "host", authority == nil {
                authority = header.value
            } else {
                fields.append(HTTPField(name: try #require(HTTPField.Name(header.name)), value: header.value))
            }
        }
        let target = request.query.isEmpty ? request.path : request.path + "?" + request.query
        let head = HTTPRequest(
            method: try #require(HTTPRequest.Method(request.method)), scheme: "http", authority: authority,
            path: target, headerFields: fields)
        let middleware = SignatureMiddleware<TestContext>(service.verifier, maximumBodySize: maximumBodySize)
        return try await middleware.handle(
            Request(head: head, body: .init(buffer: ByteBuffer(bytes: request.body))), context: TestContext()
        ) { request, context in
            let body = try await request.body.collect(upTo: 1_048_576)
            return Response(
                status: .ok, headers: [.location: "\(context.caller?.identityID ?? "") \(String(buffer: body))"])
        }
    }

    private static func respond(_ pool: SignedInPool, _ values: [String]) async throws -> Response {
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: .authorization, value: value)) }
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/", headerFields: fields)
        return try await TokenMiddleware<TestContext>(pool.verifier).handle(
            Request(head: head, body: .init(buffer: ByteBuffer())), context: TestContext()
        ) { _, context in
            Response(status: .ok, headers: [.location: context.token?.username ?? ""])
        }
    }
}

/// A context without a connection.
private struct TestContext: CallerRequestContext, TokenRequestContext {
    typealias Source = NoConnection

    struct NoConnection: RequestContextSource {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    }

    var coreContext: CoreRequestContextStorage
    var caller: Caller?
    var token: VerifiedToken?

    init() { self.init(source: NoConnection()) }

    init(source: NoConnection) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
