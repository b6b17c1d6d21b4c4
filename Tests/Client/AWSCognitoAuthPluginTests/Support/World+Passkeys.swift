// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

extension World {
    /// A world in which Ada may sign in with a passkey for example.com instead of her password, and under aliases.
    static func withPasskeys(aliases: [AliasAttributeType] = []) async throws -> World {
        let world = try await World.withFactors(.off, [], first: [.password, .webAuthn], aliases: aliases)
        _ = try await world.gatehouse.installation.userPools.service(for: world.gatehouse.administration)
            .setUserPoolMfaConfig(
                SetUserPoolMfaConfigRequest(
                    userPoolId: world.pool,
                    mfaConfiguration: .off,
                    webAuthnConfiguration: WebAuthnConfigurationType(relyingPartyId: "example.com")
                )
            )
        return world
    }
}
