// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPools
import GatehouseServer
import GatehouseTesting
import Testing

extension World {
    /// Lets the app's own back end vouch for users of the identity pool.
    func allowDeveloperIdentities() async throws {
        try await gatehouse.changeIdentityPool(identityPool) { $0.developerProviderName = "login.example.app" }
    }

    /// What the app's own back end obtains for one of its users: an identity and a token for it.
    func developerToken(of user: String) async throws -> (identityID: String, token: String) {
        let service = gatehouse.installation.identityPools.service(for: gatehouse.administration)
        let answer = try await service.getOpenIdTokenForDeveloperIdentity(
            GetOpenIdTokenForDeveloperIdentityInput(identityPoolId: identityPool, logins: ["login.example.app": user])
        )
        return (try #require(answer.identityId), try #require(answer.token))
    }
}
