// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite struct RESTClientTests {
    private static let credentials = SigningCredentials(accessKeyID: "AKIAEXAMPLE", secretAccessKey: "secret")

    private func client(_ transport: ScriptedTransport, _ clock: ManualClock) throws -> RESTClient {
        RESTClient(
            endpoint: try Endpoint("http://localhost:9229/prefix", key: "k"), service: "appsync", region: "us-east-1",
            credentials: Self.credentials, transport: transport, clock: clock.clock, entropy: .seeded(1))
    }

    @Test func `a call has its parts in the path, and a valid signature`() async throws {
        let transport = ScriptedTransport([.answer(200, #"{"a":1}"#)])
        let clock = ManualClock()
        let answer = try await client(transport, clock).send(
            RESTClient.Call(
                "TagResource", .post, ["v1", "tags", "arn:aws:x/y z"], query: [("tagKeys", "a b")],
                body: ["tags": ["k": "v"]], repetition: .sets))
        #expect(answer == ["a": 1])
        let sent = try #require(transport.requests.first)
        #expect(
            sent.url.absoluteString
                == "http://localhost:9229/prefix/v1/tags/arn%3Aaws%3Ax%2Fy%20z?tagKeys=a%20b")
        #expect(String(decoding: sent.body, as: UTF8.self) == #"{"tags":{"k":"v"}}"#)
        let received = SignableRequest(
            method: "POST", path: "/prefix/v1/tags/arn%3Aaws%3Ax%2Fy%20z", query: [("tagKeys", "a b")],
            headers: sent.headers + [(name: "host", value: "localhost:9229")], body: [UInt8](sent.body))
        let authorization = try #require(try SigV4Authorization.parse(received))
        try authorization.verify(
            secretAccessKey: "secret", request: received, now: clock.clock.now(), region: "us-east-1",
            service: "appsync")
    }

    @Test func `a fault is the service's, with its code and its text`() async throws {
        let transport = ScriptedTransport([
            .answer(
                404, #"{"message":"GraphQL API x not found."}"#,
                headers: [("x-amzn-ErrorType", "NotFoundException")])
        ])
        let client = try client(transport, ManualClock())
        await #expect(throws: ServiceFault("NotFoundException", "GraphQL API x not found.")) {
            try await client.send(RESTClient.Call("GetGraphqlApi", .get, ["v1", "apis", "x"], repetition: .reads))
        }
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [(Repetition.reads, 2), (.consumes, 1)])
    func `a harmless call is repeated after its answer was lost`(
        repetition: Repetition, attempts: Int
    ) async throws {
        let transport = ScriptedTransport([.trouble(.connectionLost), .answer(200, "{}")])
        let client = try client(transport, ManualClock())
        _ = try? await client.send(RESTClient.Call("Call", .post, ["v1"], body: [:], repetition: repetition))
        #expect(transport.requests.count == attempts)
    }

    @Test(arguments: [(200, "[]"), (200, ""), (502, "<html>")])
    func `an answer of another form is garbled`(status: Int, body: String) async throws {
        let client = try client(ScriptedTransport([.answer(status, body)]), ManualClock())
        do throws(ServiceFault) {
            _ = try await client.send(RESTClient.Call("Call", .get, ["v1"], repetition: .reads))
            Issue.record("The answer was taken.")
        } catch {
            #expect(error.origin == .garbled)
        }
    }
}
