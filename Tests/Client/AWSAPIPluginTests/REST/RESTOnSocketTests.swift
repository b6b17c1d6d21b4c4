// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// REST requests to a server on a socket, as it receives them.
@Suite(.hangLimit) struct RESTOnSocketTests {
    /// A request in the bytes of HTTP/1.1.
    struct Received: Sendable {
        let method: String
        let target: String
        let headers: [(name: String, value: String)]
        let body: String

        init(_ text: String) {
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            let lines = (parts.first ?? "").split(separator: "\r\n")
            let words = (lines.first ?? "").split(separator: " ")
            method = words.first.map(String.init) ?? ""
            target = words.count > 1 ? String(words[1]) : ""
            headers = lines.dropFirst().compactMap { line in
                let pair = line.split(separator: ":", maxSplits: 1)
                return pair.count == 2 ? (String(pair[0]), pair[1].trimmingCharacters(in: .whitespaces)) : nil
            }
            body = parts.count > 1 ? String(parts[1]) : ""
        }

        func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name }?.value
        }

        /// The request as its signer saw it.
        var signable: SignableRequest {
            let parts = target.split(separator: "?", maxSplits: 1)
            return SignableRequest(
                method: method, path: String(parts.first ?? ""),
                // As Gatehouse's verifiers read a query: they refuse what two readers can decode in two ways.
                query: SignableRequest.query(unambiguous: parts.count > 1 ? parts[1] : "") ?? [],
                headers: headers, body: Array(body.utf8))
        }
    }

    private static func answer(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A server that answers with the method and the target of the request.
    private static func echo() throws -> RawServer {
        try RawServer([
            .made { text in
                let request = Received(text)
                let answer = answer("\(request.method) \(request.target)")
                guard request.method == "HEAD" else { return answer }
                return answer.components(separatedBy: "\r\n\r\n")[0] + "\r\n\r\n"
            }
        ])
    }

    @Test(arguments: [false, true])
    func `a server receives each method with path, query, headers and body`(byURLSession: Bool) async throws {
        let server = try Self.echo()
        defer { server.stop() }
        let transport: any Transport = byURLSession ? URLSessionTransport() : PlatformTransport.platform
        let plugin = try RESTApp(.apiKey, on: server, over: transport).plugin
        let bare = RESTRequest(
            path: "/\u{E9}t\u{E9} 1", headers: ["X-Own": "a, b"], queryParameters: ["b": "X;Y", "a": "1+1=2 & more"])
        let withBody = RESTRequest(path: "items", body: Data("tea".utf8))
        let target = "/prod/%C3%A9t%C3%A9%201?a=1%2B1%3D2%20%26%20more&b=X%3BY"
        #expect(try await plugin.get(request: bare) == Data("GET \(target)".utf8))
        #expect(try await plugin.head(request: bare) == Data())
        #expect(try await plugin.delete(request: bare) == Data("DELETE \(target)".utf8))
        #expect(try await plugin.put(request: withBody) == Data("PUT /prod/items".utf8))
        #expect(try await plugin.post(request: withBody) == Data("POST /prod/items".utf8))
        #expect(try await plugin.patch(request: withBody) == Data("PATCH /prod/items".utf8))
        #expect(try await plugin.delete(request: withBody) == Data("DELETE /prod/items".utf8))
        let received = server.requests.map(Received.init)
        #expect(received.map(\.method) == ["GET", "HEAD", "DELETE", "PUT", "POST", "PATCH", "DELETE"])
        #expect(received.map(\.body) == ["", "", "", "tea", "tea", "tea", "tea"])
        #expect(received.prefix(3).allSatisfy { $0.header("x-own") == "a, b" })
        #expect(received.prefix(3).allSatisfy { ($0.header("content-length") ?? "0") == "0" })
        #expect(received.dropFirst(3).allSatisfy { $0.header("content-length") == "3" })
        #expect(received.allSatisfy { $0.header("x-api-key") == RESTApp.key })
        #expect(received.allSatisfy { $0.header("content-type") == "application/json" })
        #expect(received.allSatisfy { $0.header("host") == "127.0.0.1:\(server.port)" })
    }

    @Test func `a server verifies the signature of each request`() async throws {
        let server = try Self.echo()
        defer { server.stop() }
        let app = try RESTApp(.awsIAM, on: server)
        let request = RESTRequest(
            path: "/\u{E9}t\u{E9}/a b", headers: ["X-Own": "  two  blanks "],
            queryParameters: ["z": "X;Y", "a": "1+1=2&", "\u{1F375}": "100%", "e": ""])
        _ = try await app.plugin.get(request: request)
        _ = try await app.plugin.delete(request: request)
        _ = try await app.plugin.post(request: RESTRequest(path: "/items", body: Data("tea".utf8)))
        _ = try await app.plugin.patch(request: RESTRequest(path: "/items"))
        #expect(server.requests.count == 4)
        let credentials = try await app.session.fetchAWSCredentials()
        func verify(_ request: SignableRequest) throws {
            let authorization = try #require(try SigV4Authorization.parse(request))
            #expect(authorization.sessionToken == "session-token")
            try authorization.verify(
                secretAccessKey: credentials.secretAccessKey, request: request, now: app.clock.clock.now(),
                region: "eu-west-1", service: "execute-api")
        }
        for received in server.requests.map(Received.init) {
            try verify(received.signable)
            for change in [
                { $0.method = "PUT" }, { $0.path += "x" }, { $0.query.append(("a", "b")) }, { $0.body.append(1) },
            ] as [(inout SignableRequest) -> Void] {
                var changed = received.signable
                change(&changed)
                #expect(throws: SigV4Error.wrongSignature) { try verify(changed) }
            }
        }
        let queries = server.requests.map { Received($0).signable.query.map(\.1) }
        #expect(queries.first == ["1+1=2&", "", "X;Y", "100%"])
    }

    // MARK: - Servers that misbehave

    private static func error(_ reply: RawServer.Reply) async throws -> APIError? {
        let server = try RawServer([reply])
        defer { server.stop() }
        let error = try await RESTApp(on: server).error()
        // Nothing is sent twice.
        #expect(server.requests.count == 1)
        return error
    }

    private static func code(_ error: APIError?) -> URLError.Code? {
        guard case .networkError(_, _, let cause) = error else { return nil }
        return (cause as? URLError)?.code
    }

    @Test func `the body of a success is returned whatever it is`() async throws {
        for body in ["<html>404</html>", "", "{", "\u{0}"] {
            let server = try RawServer([.bytes(Self.answer(body))])
            defer { server.stop() }
            #expect(try await RESTApp(on: server).plugin.get(request: RESTRequest(path: "/a")) == Data(body.utf8))
        }
    }

    @Test(arguments: ["400 Bad Request", "401 Unauthorized", "404 Not Found", "500 Internal Server Error"])
    func `a status that is not a success has the response with its body`(status: String) async throws {
        let error = try await Self.error(.bytes(Self.answer("<html>broken</html>", status: status)))
        guard case .httpStatusError(let code, let response) = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        #expect(String(code) == status.prefix(3) && response.statusCode == code)
        #expect((response as? AWSHTTPURLResponse)?.body == Data("<html>broken</html>".utf8))
        #expect(response.url?.path() == "/prod/a" && error?.isUnauthorized() == (code == 401))
    }

    @Test func `a redirect is not followed, so no other server receives the key`() async throws {
        let other = try RawServer([.bytes(Self.answer("stolen"))])
        defer { other.stop() }
        for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect"] {
            let head = "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 0\r\n"
            let error = try await Self.error(.bytes("\(head)Location: http://127.0.0.1:\(other.port)/\r\n\r\n"))
            guard case .httpStatusError(let code, _) = error else {
                Issue.record("The error is \(String(describing: error)).")
                continue
            }
            #expect((300..<400).contains(code))
        }
        #expect(other.requests.isEmpty)
    }

    @Test(arguments: [
        RawServer.Reply.hangUp, .bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
        .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha"), .bytes("not HTTP\r\n\r\n"),
    ])
    func `a connection that breaks off is a network error`(reply: RawServer.Reply) async throws {
        #expect(try await Self.code(Self.error(reply)) == .networkConnectionLost)
    }

    @Test func `an answer beyond the limit is not taken`() async throws {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        let answer = Data(head.utf8) + Data(repeating: 0x78, count: 11 << 20)
        #expect(try await Self.code(Self.error(.binary(answer))) == .dataLengthExceedsMaximum)
    }

    @Test func `a closed port is a network error`() async throws {
        let closed = try ClosedPort()
        defer { closed.free() }
        let app = try RESTApp(at: "http://127.0.0.1:\(closed.port)/", over: PlatformTransport.platform)
        #expect(await Self.code(app.error()) == .cannotConnectToHost)
    }

    @Test func `a request to a silent server ends after 30 seconds, and frees its connection`() async throws {
        let closed = Latch()
        let server = try RawServer([.silenceUntilClosed(closed)])
        defer { server.stop() }
        let app = try RESTApp(on: server)
        let call = Task { await app.error() }
        await app.clock.waitForSleep(of: .seconds(30))
        while server.requests.isEmpty { await Task.yield() }
        app.clock.advance(by: .seconds(30))
        #expect(await Self.code(call.value) == .timedOut)
        await closed.wait()
        #expect(closed.isOpen)
    }

    @Test func `a cancelled request ends at once, and frees its connection`() async throws {
        let closed = Latch()
        let server = try RawServer([.silenceUntilClosed(closed)])
        defer { server.stop() }
        let app = try RESTApp(on: server)
        let call = Task { await app.error() }
        while server.requests.isEmpty { await Task.yield() }
        call.cancel()
        #expect(await call.value?.isOperationCancelledError == true)
        await closed.wait()
        #expect(closed.isOpen)
    }
}
