// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSites
import Testing

@testable import GatehouseDataSite

/// The places in which clients put the authorization of a connection, and the requests that signatures cover.
@Suite struct SocketAuthorizationTests {
    private static let path = "/apis/abc/graphql"

    private static func upgrade(
        path: String = path + "/realtime", query: String = "", _ headers: [(String, String)] = []
    ) -> GatewayRequest {
        GatewayRequest(
            method: "GET", path: path, query: query,
            headers: [("Host", "localhost:9229")] + headers.map { (name: $0.0, value: $0.1) })
    }

    private static func credentials(_ upgrade: GatewayRequest) -> DataCredentials? {
        SocketAuthorization(of: upgrade, publicURL: "http://localhost:9229" + path).ofConnection()
    }

    private static func object(_ key: String) -> [UInt8] { Array(#"{"host":"localhost","x-api-key":"\#(key)"}"#.utf8) }

    @Test func `headers of the upgrade authorize a connection`() {
        let credentials = Self.credentials(Self.upgrade([("x-api-key", "da2-1"), ("Authorization", "")]))
        #expect(credentials?.apiKeys == ["da2-1"])
        #expect(credentials?.authorizations == [""])
    }

    @Test func `an object in the query comes before the headers, an offered subprotocol before both`() {
        let query = "header=\(Base64.encode(Self.object("query")))&payload=e30="
        let headers = [("x-api-key", "header")]
        #expect(Self.credentials(Self.upgrade(query: query, headers))?.apiKeys == ["query"])
        let offer = "graphql-ws, header-\(Base64URL.encode(Self.object("offer")))"
        #expect(
            Self.credentials(Self.upgrade(query: query, headers + [("Sec-WebSocket-Protocol", offer)]))?.apiKeys
                == ["offer"])
    }

    @Test func `a plus sign of Base64 in the query is no blank, raw or in an escape`() throws {
        // The bytes of these characters give a plus sign and a slash.
        let text = Base64.encode(Self.object("~~~???>>>ÿ~"))
        try #require(text.contains("+"))
        for query in ["header=\(text)", "header=\(text.replacing("+", with: "%2B").replacing("=", with: "%3D"))"] {
            #expect(Self.credentials(Self.upgrade(query: query))?.apiKeys == ["~~~???>>>ÿ~"])
        }
    }

    @Test(arguments: ["header=", "header=%7B%7D", "header=e30", "header=W10=", "header=bnVsbA=="])
    func `an object in the query that cannot be read authorizes nothing`(query: String) {
        #expect(Self.credentials(Self.upgrade(query: query, [("x-api-key", "header")])) == nil)
    }

    @Test func `an offered object that cannot be read authorizes nothing`() {
        for offer in ["header-", "header-e30=", "header-W10"] {
            let headers = [("Sec-WebSocket-Protocol", "graphql-ws, \(offer)"), ("x-api-key", "header")]
            #expect(Self.credentials(Self.upgrade(headers)) == nil)
        }
    }

    @Test func `several objects in one place authorize nothing, also if they are equal`() {
        let (one, two) = (Self.object("one"), Self.object("two"))
        for (first, second) in [(one, two), (one, one)] {
            let query = "header=\(Base64.encode(first))&payload=e30=&header=\(Base64.encode(second))"
            #expect(Self.credentials(Self.upgrade(query: query)) == nil)
            let offers = "graphql-ws, header-\(Base64URL.encode(first)), header-\(Base64URL.encode(second))"
            #expect(Self.credentials(Self.upgrade([("Sec-WebSocket-Protocol", offers)])) == nil)
        }
    }

    @Test func `a connection is signed for the path connect below the endpoint, with or without the port`() throws {
        let forms = try #require(Self.credentials(Self.upgrade())).signedForms
        #expect(forms.map(\.method) == ["POST", "POST", "POST", "POST"])
        #expect(
            forms.map { "\($0.header("Host") ?? "")\($0.path)" } == [
                "localhost:9229/apis/abc/graphql/connect", "localhost/apis/abc/graphql/connect",
                "localhost:9229/graphql/connect", "localhost/graphql/connect",
            ])
        #expect(forms.allSatisfy { $0.body == Data("{}".utf8) && $0.query.isEmpty })
    }

    @Test func `a subscription is signed for the endpoint with the text of its data`() {
        let start = RealtimeStart(
            data: #"{"query":"é"}"#, authorization: [AuthorizationHeader(name: "host", value: "localhost")])
        let forms = SocketAuthorization(of: Self.upgrade(), publicURL: "http://localhost:9229" + Self.path).of(start)
            .signedForms
        #expect(forms.map(\.path) == ["/apis/abc/graphql", "/graphql"])
        #expect(forms.allSatisfy { $0.body == Data(#"{"query":"é"}"#.utf8) && $0.header("Host") == "localhost" })
    }

    @Test func `the public address of the endpoint is signed for behind a proxy that changes the path`() {
        let authorization = SocketAuthorization(
            of: Self.upgrade(path: "/graphql"), publicURL: "https://api.example.com/data/graphql")
        let start = RealtimeStart(
            data: "{}", authorization: [AuthorizationHeader(name: "host", value: "API.example.com")])
        #expect(authorization.of(start).signedForms.map(\.path) == ["/graphql", "/data/graphql"])
    }

    @Test(arguments: [["evil.example"], ["localhost.evil.example"], [""], ["localhost", "localhost"]])
    func `a signature for another host, or for several, is for no request`(hosts: [String]) {
        let start = RealtimeStart(
            data: "{}", authorization: hosts.map { AuthorizationHeader(name: "host", value: $0) })
        let authorization = SocketAuthorization(of: Self.upgrade(), publicURL: "http://localhost:9229" + Self.path)
        #expect(authorization.of(start).signedForms.isEmpty)
    }

    @Test func `the origin of the page that opened the connection is that of its requests`() {
        let start = RealtimeStart(
            data: "{}", authorization: [AuthorizationHeader(name: "Origin", value: "http://localhost:9229")])
        let authorization = SocketAuthorization(
            of: Self.upgrade([("Origin", "https://evil.example")]), publicURL: "http://localhost:9229" + Self.path)
        let forms = authorization.of(start).signedForms
        #expect(!forms.isEmpty && forms.allSatisfy { $0.header("Origin") == "https://evil.example" })
    }
}
