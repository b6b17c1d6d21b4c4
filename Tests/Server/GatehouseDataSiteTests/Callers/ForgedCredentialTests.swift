// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Testing

/// Credentials that were changed, kept too long or made for something else.
@Suite struct ForgedCredentialTests {
    private static let body = DataBench.body(DataBench.list)

    private func list(_ bench: DataBench, _ headers: [(String, String)]) async -> GatewayResponse {
        await bench.post(Self.body, headers)
    }

    // MARK: - Signatures

    @Test(arguments: [16 * 60, -16 * 60] as [TimeInterval])
    func `a signature counts for minutes about its time`(seconds: TimeInterval) async throws {
        let bench = try await DataBench()
        let request = DataBench.request("POST", "/graphql", [], body: Self.body)
        let headers = bench.signature(request).map { ($0.name, $0.value) }
        #expect(await list(bench, headers).status == 200)
        bench.gatehouse.clock.advance(by: seconds)
        let response = await list(bench, headers)
        #expect(response.status == 403 && response.refusal.first == "InvalidSignatureException")
    }

    @Test func `a signature for the path of one API opens no other one`() async throws {
        let bench = try await DataBench()
        let other = await bench.newAPI()
        let path = "/apis/\(bench.id)/graphql"
        let headers = bench.signature(DataBench.request("POST", path, [], body: Self.body)).map { ($0.name, $0.value) }
        #expect(await bench.post(Self.body, headers, path: path).status == 200)
        #expect(await bench.post(Self.body, headers, path: "/apis/\(other)/graphql").status != 200)
        #expect(await list(bench, headers).status == 403)
    }

    @Test func `a key beside a signature decides`() async throws {
        let bench = try await DataBench()
        let headers = bench.signature(DataBench.request("POST", "/graphql", [], body: Self.body))
            .map { ($0.name, $0.value) }
        #expect(await list(bench, headers + [("x-api-key", "da2-wrong")]).status == 401)
        let answer = await list(bench, headers + bench.withKey)
        #expect(answer.status == 200 && answer.json["errors"]?.arrayValue?.first?["errorType"] == "Unauthorized")
    }

    // MARK: - Tokens

    @Test func `a token whose head, claims or signature were changed is refused`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")[0].1
        let bob = try await bench.user("bob")[0].1
        let parts = alice.split(separator: ".").map(String.init)
        let others = bob.split(separator: ".").map(String.init)
        let unsigned = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
        let symmetric = Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8))
        for forged in [
            [unsigned, parts[1], ""], [unsigned, parts[1], parts[2]], [symmetric, parts[1], parts[2]],
            [parts[0], others[1], parts[2]], [parts[0], parts[1], others[2]], [parts[0], parts[1], ""],
            [parts[0], parts[1], String(parts[2].dropLast(4))], [parts[0], parts[1]], parts + [parts[2]],
        ] {
            let response = await list(bench, [("Authorization", forged.joined(separator: "."))])
            #expect(response.status == 401, "\(forged.count) parts")
            #expect(response.json["data"] == nil)
        }
        #expect(await list(bench, [("Authorization", alice)]).status == 200)
    }

    @Test func `a refresh token opens nothing`() async throws {
        let bench = try await DataBench()
        try await bench.fixture.makeUser()
        let token = try await bench.fixture.tokens().refreshToken ?? ""
        #expect(await list(bench, [("Authorization", token)]).status == 401)
    }

    @Test(arguments: [("x", 401), (".*", 200)])
    func `the expression for clients counts for both tokens`(expression: String, status: Int) async throws {
        let bench = try await DataBench(clients: expression)
        try await bench.fixture.makeUser()
        let tokens = try await bench.fixture.tokens()
        for token in [tokens.accessToken, tokens.idToken] {
            #expect(await list(bench, [("Authorization", token ?? "")]).status == status)
        }
    }
}
