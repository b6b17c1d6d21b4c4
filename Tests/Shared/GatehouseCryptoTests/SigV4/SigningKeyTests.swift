// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import Testing

@Suite struct SigningKeyTests {
    private static let secret = SigV4Vector.credentials.secretAccessKey
    private static let request = SignableRequest(
        method: "GET", path: "/orders", headers: [(name: "Host", value: SigV4Vector.host)])

    @Test func `the key is that of the example in the AWS General Reference`() {
        let key = SigningKey(secretAccessKey: Self.secret, day: "20150830", region: "us-east-1", service: "iam")
        #expect(Hex.encode(key.bytes) == "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9")
    }

    @Test func `a key verifies the requests of its scope`() throws {
        let key = SigningKey(secretAccessKey: Self.secret, day: "20150830", region: "us-east-1", service: "orders")
        try Self.unproven().verify(by: key)
    }

    @Test(arguments: [
        ("20150831", "us-east-1", "orders"), ("20150830", "eu-west-1", "orders"), ("20150830", "us-east-1", "sts"),
    ])
    func `a key of another day, region or service verifies nothing`(
        day: String, region: String, service: String
    ) throws {
        let other = SigningKey(secretAccessKey: Self.secret, day: day, region: region, service: service)
        #expect(throws: SigV4Error.wrongSignature) { try Self.unproven().verify(by: other) }
        // The bytes of another scope do not verify either when they are said to be of the request's scope.
        let mislabelled = try #require(
            SigningKey(bytes: other.bytes, day: "20150830", region: "us-east-1", service: "orders"))
        #expect(throws: SigV4Error.wrongSignature) { try Self.unproven().verify(by: mislabelled) }
    }

    @Test(arguments: [0, 31, 33])
    func `bytes of another length are no key`(length: Int) {
        #expect(
            SigningKey(bytes: Array(repeating: 0, count: length), day: "20150830", region: "r", service: "s") == nil)
    }

    @Test func `no description shows the key`() {
        let key = SigningKey(secretAccessKey: Self.secret, day: "20150830", region: "us-east-1", service: "iam")
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("c4afb1") && !text.contains("196"))
            #expect(text.contains("20150830/us-east-1/iam/aws4_request"))
        }
    }

    private static func unproven() throws -> UnprovenSignature {
        var request = request
        request.headers += SigV4.sign(
            request, credentials: SigV4Vector.credentials, region: "us-east-1", service: "orders",
            date: SigV4Vector.date)
        let authorization = try #require(try SigV4Authorization.parse(request))
        return try authorization.check(request, now: SigV4Vector.date, region: "us-east-1", service: "orders")
    }
}
