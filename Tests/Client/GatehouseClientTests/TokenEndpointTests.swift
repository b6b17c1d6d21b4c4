// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Synchronization
import Testing

/// The requests to token endpoints, and their answers, which come from outside.
@Suite(.hangLimit) struct TokenEndpointTests {
    /// Answers every request with the same text, and keeps the requests.
    private final class Answering: Transport {
        let answer: TransportResponse
        let requests = Mutex<[TransportRequest]>([])

        init(_ answer: String, status: Int = 200) {
            self.answer = TransportResponse(status: status, body: Data(answer.utf8))
        }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            requests.withLock { $0.append(request) }
            return answer
        }

        var forms: [String] { requests.withLock { $0.map { String(decoding: $0.body, as: UTF8.self) } } }
    }

    private static func endpoint(
        _ transport: any Transport,
        secret: String? = nil,
        _ parameters: [String: String] = [:]
    ) throws -> TokenEndpoint {
        TokenEndpoint(
            url: try #require(URL(string: "https://auth.example.com/oauth/token")), clientID: "client",
            clientSecret: secret, parameters: parameters, transport: transport)
    }

    @Test func `the refresh grant has its parameters in order, then the further ones by name`() async throws {
        let transport = Answering(#"{"access_token":"a","expires_in":60}"#)
        let parameters = ["b": "2 &", "a": "1", "refresh_token": "other", "client_id": "other"]
        let issued = try await Self.endpoint(transport, secret: "s", parameters).refresh("r+1")
        #expect(transport.forms == ["grant_type=refresh_token&client_id=client&refresh_token=r%2B1&a=1&b=2%20%26"])
        let authorization = transport.requests.withLock { $0[0].headers.first { $0.name == "Authorization" }?.value }
        #expect(authorization == "Basic Y2xpZW50OnM=")
        #expect(issued.accessToken == "a")
        #expect(issued.lifetime == .seconds(60))
        #expect(issued.refreshToken == nil)
    }

    @Test func `the further parameters go into the body of the code's request too`() async throws {
        let transport = Answering(#"{"access_token":"a"}"#)
        _ = try await Self.endpoint(transport, ["audience": "x"]).redeem(
            code: "c", redirectURI: "myapp://", verifier: "v")
        #expect(
            transport.forms == [
                "grant_type=authorization_code&client_id=client&code=c&redirect_uri=myapp%3A%2F%2F&code_verifier=v"
                    + "&audience=x"
            ])
        #expect(transport.requests.withLock { $0[0].url.query() } == nil)
    }

    @Test(
        arguments: [
            ("3600", Duration.seconds(3_600)), ("1", .seconds(1)), ("0", nil), ("-1", nil), ("1.5", nil),
            ("\"3600\"", nil),
            ("null", nil), ("true", nil), ("[1]", nil), ("1e300", nil), ("9223372036854775807", .seconds(316_224_000)),
        ] as [(String, Duration?)])
    func `a lifetime is a positive whole number, and bounded`(text: String, lifetime: Duration?) async throws {
        let transport = Answering(#"{"access_token":"a","expires_in":\#(text)}"#)
        #expect(try await Self.endpoint(transport).refresh("r").lifetime == lifetime)
    }

    @Test(arguments: [#""""#, #""a\r\nb""#, #""\u00e4""#, "1", "{}", "null"])
    func `a token that is not visible text counts as absent`(token: String) async throws {
        let transport = Answering(#"{"access_token":\#(token),"id_token":\#(token),"refresh_token":\#(token)}"#)
        let issued = try await Self.endpoint(transport).refresh("r")
        #expect(issued.accessToken == nil)
        #expect(issued.idToken == nil)
        #expect(issued.refreshToken == nil)
    }

    @Test func `a refused refresh token is a fault of the service, and issued tokens never print`() async throws {
        let refusing = Answering(#"{"error":"invalid_grant","error_description":"gone"}"#, status: 400)
        let error = await #expect(throws: ServiceFault.self) { try await Self.endpoint(refusing).refresh("r") }
        #expect(error?.code.rawValue == "invalid_grant")
        #expect(error?.origin == .service)
        let issued = try await Self.endpoint(Answering(#"{"access_token":"secret"}"#)).refresh("r")
        #expect(!"\(issued)".contains("secret"))
    }
}
