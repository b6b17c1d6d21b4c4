// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// The answers of the control plane of data APIs.
@Suite(.hangLimit)
struct DataAPIControlTests {
    private static let deployment = DataAPIDeployment(
        definition: DataAPIDefinition(members: ["name": "notes"]), tags: [:], schema: "type Note @model { id: ID! }")

    private func control(_ transport: ScriptedTransport) throws -> DataAPIControl {
        DataAPIControl(
            endpoint: try Endpoint("http://localhost:9229", key: "k"), region: "us-east-1",
            credentials: SigningCredentials(accessKeyID: "AKIAEXAMPLE", secretAccessKey: "secret"),
            transport: transport, clock: ManualClock().clock, entropy: .seeded(1))
    }

    private static func refusal(_ status: Int, _ code: String) -> Result<TransportResponse, TransportError> {
        .answer(status, #"{"message":"no"}"#, headers: [("x-amzn-ErrorType", code)])
    }

    private static let started = Result<TransportResponse, TransportError>.answer(200, #"{"status":"PROCESSING"}"#)

    @Test
    func `a deployment waits for another change, and for its own end`() async throws {
        let transport = ScriptedTransport([
            Self.refusal(409, "ConcurrentModificationException"), Self.started, Self.started,
            .answer(200, #"{"status":"SUCCESS","details":""}"#),
        ])
        try await control(transport).deploy(Self.deployment, to: "a")
        #expect(transport.requests.map(\.method) == [.post, .post, .get, .get])
    }

    @Test
    func `a deployment that ends badly has the server's text`() async throws {
        let transport = ScriptedTransport([
            Self.started, .answer(200, #"{"status":"FAILED","details":"2:3: Note: no"}"#),
        ])
        let control = try control(transport)
        await #expect(throws: ServiceFault("BadRequestException", "2:3: Note: no")) {
            try await control.deploy(Self.deployment, to: "a")
        }
    }

    @Test(arguments: [true, false])
    func `after a restart of the server, the hash of the schema in use decides`(isInUse: Bool) async throws {
        let hash = Hex.encode(sha256(Array((isInUse ? Self.deployment.schema : "other").utf8)))
        let transport = ScriptedTransport([
            Self.started, .answer(200, #"{"status":"ACTIVE","details":"its SHA-256 hash is \#(hash)."}"#),
        ])
        let control = try control(transport)
        do throws(ServiceFault) {
            try await control.deploy(Self.deployment, to: "a")
            #expect(isInUse)
        } catch {
            #expect(!isInUse && error.message.contains(hash))
        }
    }

    @Test
    func `lists are read to their last page, and no further than the tool reads`() async throws {
        let page = #"{"apiKeys":[{"id":"da2-1","expires":1800000000}],"nextToken":"t"}"#
        let last = #"{"apiKeys":[{"id":"da2-2","expires":1800000000,"description":"d"}]}"#
        let transport = ScriptedTransport([.answer(200, page), .answer(200, last)])
        let keys = try await control(transport).keys(of: "a")
        #expect(keys.map(\.key) == ["da2-1", "da2-2"] && keys.map(\.text) == ["", "d"])
        #expect(transport.requests.last?.url.query() == "nextToken=t")
        let endless = try control(ScriptedTransport([.answer(200, page)]))
        do throws(ServiceFault) {
            _ = try await endless.keys(of: "a")
            Issue.record("An endless list ended.")
        } catch {
            #expect(error.origin == .garbled)
        }
    }

    @Test
    func `a plan without a member is garbled, and a key is not in descriptions`() async throws {
        let control = try control(ScriptedTransport([.answer(200, #"{"changesSchema":true,"steps":[]}"#)]))
        do throws(ServiceFault) {
            _ = try await control.plan(Self.deployment, of: "a")
            Issue.record("The plan was taken.")
        } catch {
            #expect(error.origin == .garbled)
        }
        let key = try DataAPIKey(["id": "da2-secret", "expires": 1_800_000_000])
        #expect(!"\(key) \(String(reflecting: key))".contains("secret"))
    }
}
