// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting
import GatehouseVerifier
import GatehouseWire
import Testing

/// A user pool with a signed-in user, and a verifier of its tokens.
struct SignedInPool {
    let gatehouse: TestGatehouse
    let server: ServerInProcess
    let id: String
    let client: String
    let idToken: String
    let accessToken: String
    let verifier: TokenVerifier

    init() async throws {
        gatehouse = try await TestGatehouse()
        server = ServerInProcess(gatehouse)
        id = try await gatehouse.makeUserPool()
        client = try await gatehouse.makeClient(ofPool: id).id
        try await gatehouse.makeUser(
            "ada", password: "Correct-Horse-7!", inPool: id, attributes: ["email": "ada@example.com"])
        let json = #"""
            {"ClientId":"\#(client)","AuthFlow":"USER_PASSWORD_AUTH",
             "AuthParameters":{"USERNAME":"ada","PASSWORD":"Correct-Horse-7!"}}
            """#
        let answer = await gatehouse.send(.call("AWSCognitoIdentityProviderService.InitiateAuth", json: json))
        let tokens = try WireValue(json: answer.body)["AuthenticationResult"]
        idToken = try #require(tokens?["IdToken"]?.stringValue)
        accessToken = try #require(tokens?["AccessToken"]?.stringValue)
        verifier = try Self.verifier("http://localhost:9229/\(id)", [client], server, gatehouse.clock)
    }

    func verifier(issuer: String? = nil, clients: [String]) throws -> TokenVerifier {
        try Self.verifier(issuer ?? "http://localhost:9229/\(id)", clients, server, gatehouse.clock)
    }

    private static func verifier(
        _ issuer: String, _ clients: [String], _ server: ServerInProcess, _ clock: TestClock
    ) throws -> TokenVerifier {
        try TokenVerifier(issuer: issuer, clientIDs: clients, transport: server, now: clock.read)
    }
}
