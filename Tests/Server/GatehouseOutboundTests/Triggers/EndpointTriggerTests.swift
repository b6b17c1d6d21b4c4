// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire
import NIOCore
import NIOHTTP1
import Testing

@testable import GatehouseOutbound

/// The requests to endpoints and to the Lambda API.
@Suite struct EndpointTriggerTests {
    private static let clock = WallClock { Date(timeIntervalSince1970: 1_700_000_000.9) }

    @Test func `a request to an endpoint carries a signature and a timestamp`() throws {
        let trigger = EndpointTrigger(url: "https://example.org/t?x=1", secret: "s3cret", clock: Self.clock)
        let request = trigger.request(.make(event: ["a": 1]))
        #expect(request.method == .POST)
        #expect(request.url == "https://example.org/t?x=1")
        #expect(request.headers.first(name: "Content-Type") == "application/json")
        #expect(request.headers.first(name: "Gatehouse-Timestamp") == "1700000000")
        #expect(request.headers.first(name: "Gatehouse-Call") == "call-1")
        #expect(request.headers.first(name: "Gatehouse-Function") == TriggerCall.arn)
        let expected = Hex.encode(hmacSHA256(key: Array("s3cret".utf8), Array(#"1700000000.{"a":1}"#.utf8)))
        #expect(request.headers.first(name: "Gatehouse-Signature") == "v1=\(expected)")
    }

    @Test func `the Lambda API gets a signed Invoke in the function's region`() throws {
        let trigger = LambdaTrigger(
            endpoint: "http://localhost:4566/base",
            credentials: SigningCredentials(accessKeyID: "AKIA", secretAccessKey: "s3cret"), clock: Self.clock)
        let request = try trigger.request(.make(event: ["a": 1]))
        let path =
            "/base/2015-03-31/functions/arn%3Aaws%3Alambda%3Aeu-west-1%3A123456789012%3Afunction%3Aone/invocations"
        #expect(request.url == "http://localhost:4566" + path)
        #expect(request.headers.first(name: "X-Amz-Invocation-Type") == "RequestResponse")
        let headers = request.headers.map { (name: $0.name, value: $0.value) }
        let signed = SignableRequest(method: "POST", path: path, headers: headers, body: Array(#"{"a":1}"#.utf8))
        let authorization = try #require(try SigV4Authorization.parse(signed))
        #expect(authorization.accessKeyID == "AKIA")
        try authorization.verify(
            secretAccessKey: "s3cret", request: signed, now: Self.clock.now, region: "eu-west-1", service: "lambda")
    }

    @Test(
        arguments: [
            (401, .accessDenied), (403, .accessDenied), (404, .notFound), (410, .notFound), (408, .throttled),
            (429, .throttled), (302, .unavailable), (502, .unavailable), (503, .unavailable), (504, .unavailable),
        ] as [(UInt, TriggerFailure.Obstacle)])
    func `an HTTP status that is not the function's own is an obstacle`(
        _ status: UInt, _ obstacle: TriggerFailure.Obstacle
    ) {
        #expect(HTTPTrigger.obstacle(status, at: "it") == .notCallable(obstacle, "it answers \(status)"))
    }

    @Test(arguments: [400, 409, 422, 500] as [UInt])
    func `any other error status is the function's own error`(_ status: UInt) {
        #expect(HTTPTrigger.obstacle(status, at: "it") == nil)
    }

    @Test func `a refused connection is an error of the endpoint`() async {
        let trigger = EndpointTrigger(url: "http://127.0.0.1:1/", secret: "s3cret", clock: Self.clock)
        await #expect { try await trigger.carry(.make(), within: .seconds(5)) } throws: { error in
            guard case TriggerFailure.notCallable(.unavailable, _) = error else { return false }
            return true
        }
    }

    @Test func `no description shows a secret`() {
        let credentials = SigningCredentials(accessKeyID: "AKIA", secretAccessKey: "s3cret")
        for route in [
            TriggerRoute.endpoint(url: "https://example.org/?key=s3cret", secret: "s3cret"),
            .lambda(endpoint: "https://lambda.example.org", credentials: credentials),
        ] {
            var dumped = ""
            dump(route, to: &dumped)
            #expect(!"\(route)\(dumped)".contains("s3cret"))
        }
        var dumped = ""
        let call = TriggerCall.make(event: ["password": "s3cret"])
        dump(call, to: &dumped)
        #expect(!"\(call)\(dumped)".contains("s3cret"))
    }
}
