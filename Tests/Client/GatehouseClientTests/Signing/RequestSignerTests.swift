// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Signatures on the requests of a transport and of URLSession.
@Suite struct RequestSignerTests {
    /// The key of AWS's published test suite for Signature Version 4.
    private static let credentials = SigningCredentials(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    /// 30 August 2015, 12:36:00 UTC.
    private static let date = Date(timeIntervalSince1970: 1_440_938_160)
    private static let signer = RequestSigner(service: "service", region: "us-east-1")

    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private static func header(_ name: String, of request: TransportRequest) -> String? {
        request.headers.first { $0.name.lowercased() == name }?.value
    }

    @Test(arguments: [
        ("/", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        ("/?Param2=value2&Param1=value1", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    ])
    func `the signature is in the published test suite`(target: String, signature: String) throws {
        let url = try Self.url("https://example.amazonaws.com\(target)")
        let expected = """
            AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, \
            SignedHeaders=host;x-amz-date, Signature=\(signature)
            """
        let request = TransportRequest(method: .get, url: url)
        let signed = Self.signer.sign(request, with: Self.credentials, at: Self.date)
        #expect(Self.header("authorization", of: signed) == expected)
        #expect(Self.header("x-amz-date", of: signed) == "20150830T123600Z")
        let other = try Self.signer.sign(URLRequest(url: url), with: Self.credentials, at: Self.date)
        #expect(other.value(forHTTPHeaderField: "Authorization") == expected)
    }

    @Test func `a signature covers the host with its port, the headers and the body`() throws {
        let request = TransportRequest(
            url: try Self.url("http://localhost:9229/a?b=c"), headers: [("Content-Type", "text/plain")],
            body: Data("body".utf8))
        let signed = Self.signer.sign(request, with: Self.credentials, at: Self.date)
        func verify(host: String, body: String) throws {
            let received = SignableRequest(
                method: "POST", path: "/a", query: [("b", "c")],
                headers: signed.headers + [(name: "host", value: host)],
                body: Array(body.utf8))
            try #require(try SigV4Authorization.parse(received)).verify(
                secretAccessKey: Self.credentials.secretAccessKey, request: received, now: Self.date,
                region: "us-east-1", service: "service")
        }
        try verify(host: "localhost:9229", body: "body")
        #expect(throws: SigV4Error.wrongSignature) { try verify(host: "localhost", body: "body") }
        #expect(throws: SigV4Error.wrongSignature) { try verify(host: "localhost:9229", body: "other") }
        #expect(
            Self.header("authorization", of: signed)?.contains("SignedHeaders=content-type;host;x-amz-date") == true)
    }

    @Test func `requests to Amazon S3 have the hash of their body as a header, which is signed`() throws {
        let request = TransportRequest(url: try Self.url("https://bucket.s3.amazonaws.com/key"))
        let signed = RequestSigner(service: "s3", region: "us-east-1")
            .sign(request, with: Self.credentials, at: Self.date)
        let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(Self.header("x-amz-content-sha256", of: signed) == hash)
        #expect(Self.header("authorization", of: signed)?.contains("host;x-amz-content-sha256;x-amz-date") == true)
    }

    @Test func `the token of temporary credentials replaces the token of a former signature`() throws {
        var request = URLRequest(url: try Self.url("https://example.com/"))
        request.setValue("old", forHTTPHeaderField: "X-Amz-Security-Token")
        let temporary = SigningCredentials(accessKeyID: "ASIA", secretAccessKey: "s", sessionToken: "new")
        let one = try Self.signer.sign(request, with: temporary, at: Self.date)
        #expect(one.value(forHTTPHeaderField: "x-amz-security-token") == "new")
        let other = try Self.signer.sign(one, with: Self.credentials, at: Self.date)
        #expect(other.value(forHTTPHeaderField: "x-amz-security-token") == nil)
    }

    @Test func `an address without a host and a stream cannot be signed`() throws {
        let relative = URLRequest(url: try Self.url("relative"))
        #expect(throws: RequestSigner.Refusal.noHost) {
            try Self.signer.sign(relative, with: Self.credentials, at: Self.date)
        }
        var streamed = URLRequest(url: try Self.url("https://example.com/"))
        streamed.httpBodyStream = InputStream(data: Data("a".utf8))
        let request = streamed
        #expect(throws: RequestSigner.Refusal.stream) {
            try Self.signer.sign(request, with: Self.credentials, at: Self.date)
        }
    }
}
