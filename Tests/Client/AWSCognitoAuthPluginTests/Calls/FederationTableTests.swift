// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import Testing

/// The results of federating, and of clearing a federation, in every state.
@Suite struct FederationTableTests {
    private static let federations: [AppState: String] = [
        .nobodyWithoutIdentityPool: "configuration", .guestOffline: "service",
        .guestRefusedCredentials: "notAuthorized", .federationOffline: "service",
        .signedIn: "invalidState", .signedInWithoutIdentityPool: "invalidState", .expired: "invalidState",
        .offline: "invalidState", .throttled: "invalidState", .failing: "invalidState", .challenged: "invalidState",
    ]

    @Test(arguments: AppState.allCases)
    func `a federation succeeds or is refused without a request, by the state`(state: AppState) async throws {
        let world = try await state.world()
        let app = try await state.app(world)
        let token = try await world.idToken()
        let refused = await failure {
            _ = try await app.plugin.federateToIdentityPool(withProviderToken: token, for: world.provider)
        }
        let expected = Self.federations[state] ?? "ok"
        #expect(refused?.name ?? "ok" == expected)
        #expect(app.network.operations.isEmpty == (expected == "invalidState" || expected == "configuration"))
        #expect(app.events.names == ["Auth.federatedToIdentityPool"])
        if expected == "invalidState" { #expect(refused?.errorDescription == "Federation could not be completed.") }
        if expected == "ok" {
            let session = try await app.session()
            #expect(session.isSignedIn && session.userPoolTokensResult.error == .anyInvalidState)
        }
    }

    @Test(arguments: AppState.allCases)
    func `only a federation can be cleared, offline as well`(state: AppState) async throws {
        let app = try await state.app(try await state.world())
        let refused = await failure { try await app.plugin.clearFederationToIdentityPool() }
        let isFederated = state == .federated || state == .federationOffline
        #expect(refused?.name == (isFederated ? nil : "invalidState"))
        #expect(refused.map { $0.errorDescription == "Clearing of federation failed." } ?? true)
        #expect(app.network.operations.isEmpty)
        #expect(app.events.names == ["Auth.federationToIdentityPoolCleared"])
    }

    @Test(arguments: AppState.allCases)
    func `a refused federation leaves the session as it is`(state: AppState) async throws {
        guard Self.federations[state] == "invalidState" else { return }
        let world = try await state.world()
        let app = try await state.app(world)
        let before = try await app.session()
        _ = await failure {
            _ = try await app.plugin.federateToIdentityPool(withProviderToken: "token", for: .google)
        }
        let after = try await app.session()
        #expect(after.isSignedIn == before.isSignedIn)
        #expect(after.userPoolTokensResult.error?.name == before.userPoolTokensResult.error?.name)
        #expect(after.identityIdResult.value == before.identityIdResult.value)
        if state == .challenged {
            #expect(try await app.plugin.confirmSignIn(challengeResponse: World.password).isSignedIn)
        }
    }
}
