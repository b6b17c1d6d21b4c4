// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import Testing

/// What a service of one's own demands of a signed request, beyond what the protocol does.
@Suite struct SigV4AudienceTests {
    private static let host = "api.example.com:8443"
    private static let week: TimeInterval = 604_800

    @Test func `a request for one of the hosts is accepted`() throws {
        try Self.check(Self.signed())
        try Self.check(Self.signed(host: "API.example.com:8443"))
    }

    @Test(arguments: ["evil.example.com", "api.example.com", "api.example.com:443", ""])
    func `a signature for another host is refused`(host: String) {
        #expect(Self.refusal(Self.signed(host: host)) == .host)
    }

    @Test func `a second host is refused`() {
        var request = Self.signed()
        request.headers.append((name: "host", value: "evil.example.com"))
        #expect(Self.refusal(request) == .host)
    }

    @Test(arguments: ["x-amz-security-token", "X-Amz-Meta-Owner", "x-amz-target"])
    func `a header of AWS that was added after signing is refused`(name: String) {
        var request = Self.signed()
        request.headers.append((name: name, value: "added"))
        #expect(Self.refusal(request) == .malformed(.headerNotSigned(name.lowercased())))
    }

    @Test func `a session token in the headers must be signed`() throws {
        try Self.check(Self.signed(token: "token"))
    }

    @Test(arguments: ["/a/../orders", "/./orders", "//orders", "/a//orders", "/orders/..", "/orders/.", "orders", ""])
    func `a path that resolves to the signed one is refused`(path: String) {
        var request = Self.signed()
        request.path = path
        #expect(Self.refusal(request) == .malformed(.ambiguousPath))
    }

    @Test(arguments: ["/", "/orders/", "/orders/...", "/.well-known/a", "/a/%2E%2E/b", "/a..b"])
    func `a path that means one thing only is accepted`(path: String) throws {
        try Self.check(Self.signed(path: path))
    }

    @Test func `a presigned address may not live longer than the service allows`() throws {
        try Self.check(Self.presigned(expires: 900), longestLifetime: 900)
        #expect(Self.refusal(Self.presigned(expires: 901), longestLifetime: 900) == .malformed(.expires))
        #expect(Self.refusal(Self.presigned(expires: 1), longestLifetime: 0) == .malformed(.expires))
    }

    @Test(arguments: ["a=%20b", "a=1&b=%2B&c", "", "%C3%A9=%e2%82%ac", "a=%26%3D"])
    func `a query in percent-encoding has one meaning`(text: String) throws {
        let fields = try #require(SignableRequest.query(unambiguous: text))
        #expect(fields.map(\.0) == SignableRequest.query(parsing: text).map(\.0))
        #expect(fields.map(\.1) == SignableRequest.query(parsing: text).map(\.1))
    }

    @Test(arguments: ["a=b+c", "a=%", "a=%4", "a=%zz", "a=%FF", "a=%C3", "a=%C3&b=%A9", "a=%ED%A0%80"])
    func `a query that readers decode in several ways is refused`(text: String) {
        #expect(SignableRequest.query(unambiguous: text) == nil)
    }

    private static func signed(
        path: String = "/orders", host: String = host, token: String? = nil
    ) -> SignableRequest {
        var request = SignableRequest(method: "GET", path: path, headers: [(name: "Host", value: host)])
        request.headers += SigV4.sign(
            request,
            credentials: SigningCredentials(
                accessKeyID: "AKIDEXAMPLE", secretAccessKey: "secret", sessionToken: token),
            region: "us-east-1", service: "orders", date: SigV4Vector.date)
        return request
    }

    private static func presigned(expires: Int) -> SignableRequest {
        var request = SignableRequest(method: "GET", path: "/orders", headers: [(name: "Host", value: host)])
        request.query += SigV4.presign(
            request, credentials: SigV4Vector.credentials, region: "us-east-1", service: "orders",
            date: SigV4Vector.date, expires: expires)
        return request
    }

    private static func check(_ request: SignableRequest, longestLifetime: TimeInterval = week) throws {
        let authorization = try #require(try SigV4Authorization.parse(request))
        try authorization.checkAudience(of: request, hosts: [host], longestLifetime: longestLifetime)
    }

    private static func refusal(_ request: SignableRequest, longestLifetime: TimeInterval = week) -> SigV4Error? {
        do {
            try check(request, longestLifetime: longestLifetime)
            return nil
        } catch {
            return error as? SigV4Error
        }
    }
}
