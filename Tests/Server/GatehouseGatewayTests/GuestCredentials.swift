// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// Credentials that an identity pool vends to a guest, got over the wire.
struct GuestCredentials {
    let gatehouse: TestGatehouse
    let keyID: String
    let secret: String
    let token: String

    init(_ gatehouse: TestGatehouse) async throws {
        let pool = try await gatehouse.makeUserPool()
        let client = try await gatehouse.makeClient(ofPool: pool)
        let identityPool = try await gatehouse.makeIdentityPool(userPool: pool, client: client)
        let identity = await gatehouse.send(
            .call("\(identityPoolsTarget).GetId", json: #"{"IdentityPoolId":"\#(identityPool)"}"#)
        )
        let id = try #require(identity.json["IdentityId"]?.stringValue)
        let answer = await gatehouse.send(
            .call("\(identityPoolsTarget).GetCredentialsForIdentity", json: #"{"IdentityId":"\#(id)"}"#)
        )
        let credentials = try #require(answer.json["Credentials"])
        self.gatehouse = gatehouse
        keyID = try #require(credentials["AccessKeyId"]?.stringValue)
        secret = try #require(credentials["SecretKey"]?.stringValue)
        token = try #require(credentials["SessionToken"]?.stringValue)
    }

    func sign(_ request: TestRequest, for service: String) -> TestRequest {
        request.signed(service, at: gatehouse.clock.now, keyID: keyID, secret: secret, token: token)
    }
}
