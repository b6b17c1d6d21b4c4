// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import GatehouseSession
import GatehouseTesting

/// What all runs begin with: two worlds, with and without rotation of refresh tokens, and their users.
struct MobileLandscape {
    static let shared = Task { try await MobileLandscape() }
    static let users = ["ada", "grace"]

    let worlds: [MobileWorld]
    /// A token of a further user for a federated sign-in in each world.
    let tokens: [String]

    private init() async throws {
        var worlds: [MobileWorld] = []
        var tokens: [String] = []
        for rotates in [false, true] {
            let world = try await MobileWorld.withAda(rotatesRefreshTokens: rotates)
            for name in ["grace", "lin"] {
                try await world.gatehouse.makeUser(name, password: MobileWorld.password, inPool: world.pool)
            }
            let token = try await world.phone().signedIn("lin").tokens().value().idToken?.tokenString
            worlds.append(world)
            tokens.append(token ?? "")
        }
        (self.worlds, self.tokens) = (worlds, tokens)
    }
}
