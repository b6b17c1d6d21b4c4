// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGateway
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseSites
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Live subscriptions, which end with what authorized them.
@Suite(.hangLimit) struct StandingTests {
    private static let schema = """
        type Note @model @auth(rules: [
          { allow: groups, groups: ["editors"] }
          { allow: public }
          { allow: private, provider: iam }
        ]) { id: ID! text: String }
        """
    private static let document = "subscription { onCreateNote { text } }"

    /// Expects that a subscription ends with the next check, and another one goes on.
    private func expectEnd(
        of id: String, _ connection: OpenSocket, _ bench: DataBench, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        await bench.pauses.end(.seconds(3))
        let ended = try await connection.socket.hear()
        #expect(ended["type"] == "error" && ended["id"] == .string(id), sourceLocation: sourceLocation)
        _ = try await bench.execute(
            "mutation { createNote(input: { text: \"x\" }) { text } }",
            signedBy: Signer(TestGatehouse.administratorKeyID, TestGatehouse.administratorSecret))
        connection.socket.say(#"{"type":"stop","id":"none"}"#)
        #expect(
            try await connection.socket.hear() == ["type": "complete", "id": "none"], sourceLocation: sourceLocation)
    }

    @Test func `a subscription ends after its user has left a group of the token`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        try await bench.fixture.makeUser("alice")
        try await bench.addToGroup("alice", "editors")
        let alice = [("Authorization", try await bench.fixture.accessToken())]
        let connection = try await bench.connect(alice)
        try await connection.subscribe("a", alice, to: Self.document)
        // A check that finds nothing ends nothing.
        await bench.pauses.end(.seconds(3))
        try await bench.removeFromGroup("alice", "editors")
        try await expectEnd(of: "a", connection, bench)
        await connection.hangUp()
    }

    @Test func `a subscription ends after its key was deleted or has expired`() async throws {
        for isDeleted in [true, false] {
            let bench = try await DataBench(schema: Self.schema)
            let connection = try await bench.connect(bench.withKey)
            try await connection.subscribe("k", bench.withKey, to: Self.document)
            if isDeleted {
                try await bench.gatehouse.installation.dataAPIs.write { [key = bench.key, id = bench.id] in
                    try $0.removeKey(key, of: id)
                }
            } else {
                bench.gatehouse.clock.advance(by: 86_460)
            }
            try await expectEnd(of: "k", connection, bench)
            await connection.hangUp()
        }
    }

    /// What ends credentials that have signed a subscription.
    enum End: CaseIterable {
        case expiry, role, policy
    }

    @Test(arguments: End.allCases)
    func `a signed subscription ends with its session, its role and its permission`(_ end: End) async throws {
        let bench = try await DataBench(schema: Self.schema)
        let visitors = try await Visitors(bench)
        func policy(_ effect: String) -> WireValue {
            [
                "Version": "2012-10-17",
                "Statement": [["Effect": .string(effect), "Action": "appsync:GraphQL", "Resource": "*"]],
            ]
        }
        try await visitors.register("unauthenticated", policy("Deny"))
        try await visitors.register("authenticated", policy("Allow"))
        let signer = try await visitors.user()
        let connection = try await bench.connect(bench.withKey)
        let data = DataBench.body(Self.document)
        let request = DataBench.request("POST", "/graphql", [], body: data)
        let headers = request.headers.map { ($0.name, $0.value) } + bench.signed(request, by: signer)
        let authorization = Dictionary(
            headers.map { (WireName($0.0), WireValue.string($0.1)) }, uniquingKeysWith: { $1 })
        connection.start("s", data: data, .object(authorization))
        #expect(try await connection.socket.hear() == ["type": "start_ack", "id": "s"])
        await bench.pauses.end(.seconds(3))
        let registry = bench.gatehouse.installation.securityTokens.registry
        switch end {
        case .expiry: bench.gatehouse.clock.advance(by: 3_601)
        case .role: try await registry.delete(.role, named: "test-authenticated")
        case .policy:
            let document = try await registry.document(of: .role, named: "test-authenticated")
            try await registry.update(
                .role, named: "test-authenticated",
                document: [
                    "trustPolicy": document["trustPolicy"] ?? .null, "policies": ["fields": policy("Deny")],
                ])
        }
        try await expectEnd(of: "s", connection, bench)
        await connection.hangUp()
    }

    // MARK: - Contradictions

    @Test func `credentials that are not the deciding ones open no connection`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        let good = Array(#"{"x-api-key":"\#(bench.key)"}"#.utf8)
        let bad = Array(#"{"x-api-key":"da2-wrong"}"#.utf8)
        for connection in [
            try await bench.open(bench.withKey, query: "header=\(Base64.encode(bad))&payload=e30="),
            try await bench.open(
                bench.withKey, query: "header=\(Base64.encode(good))&payload=e30=",
                offer: "graphql-ws, header-\(Base64URL.encode(bad))"),
            try await bench.open(bench.withKey + [("x-api-key", "da2-wrong")]),
        ] {
            #expect(try await connection.socket.hear()["type"] == "connection_error")
            await connection.hangUp()
            #expect(await connection.status == .normal)
        }
    }
}
