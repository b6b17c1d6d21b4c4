// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting
import GatehouseWire
import Testing

@Suite(.enabled(if: !EmptyDatabase.isOnPostgres, "It fills the disk of SQLite.")) struct FullDiskTests {
    private func signUp(_ name: String, client: String, at gatehouse: TestGatehouse) async -> TestResponse {
        await gatehouse.send(
            .call(
                "AWSCognitoIdentityProviderService.SignUp",
                json: #"{"ClientId":"\#(client)","Username":"\#(name)","Password":"\#(TestGatehouse.password)"}"#))
    }

    @Test func `a full disk refuses writes with status 503, and reads work`() async throws {
        let gatehouse = try await TestGatehouse()
        let pool = try await gatehouse.makeUserPool()
        let client = try await gatehouse.makeClient(ofPool: pool).id
        try await gatehouse.fillDisk()
        var answer = await signUp("user0", client: client, at: gatehouse)
        // The pages that the database has may have room for some users.
        for number in 1..<100 where answer.status == 200 {
            answer = await signUp("user\(number)", client: client, at: gatehouse)
        }
        #expect(answer.status == 503)
        #expect(answer.header("retry-after") == "5")
        #expect(answer.header("x-amzn-errortype") == "ServiceUnavailableException:")
        #expect(answer.json["message"] == "The server's database cannot be used at present.")
        #expect(await gatehouse.send(TestRequest(path: "/\(pool)/.well-known/jwks.json")).status == 200)
        try await gatehouse.makeSpace()
        #expect(await signUp("later", client: client, at: gatehouse).status == 200)
    }
}
