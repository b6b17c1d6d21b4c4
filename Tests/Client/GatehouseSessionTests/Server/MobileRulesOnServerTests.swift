// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseServer
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// The engine by the rules of `AWSMobileClient`, against a whole server in this process.
@Suite(.hangLimit) struct MobileRulesOnServerTests {
    private struct House {
        let gatehouse: TestGatehouse
        let engine: SessionEngine
        let store = InMemoryCredentialStore()

        init(withSecret: Bool) async throws {
            gatehouse = try await TestGatehouse()
            let poolID = try await gatehouse.makeUserPool()
            let client = try await gatehouse.makeClient(ofPool: poolID, withSecret: withSecret)
            let identityPoolID = try await gatehouse.makeIdentityPool(
                userPool: poolID, client: client, allowsGuests: true)
            try await gatehouse.makeUser("ada", password: "Correct-Horse-1", inPool: poolID)
            let endpoint = try Endpoint(gatehouse.baseURL, key: "auth.endpoint")
            let manual = ManualClock().clock
            engine = SessionEngine(
                configuration: try SessionConfiguration(
                    userPool: UserPoolConfiguration(
                        poolID: poolID,
                        clientID: client.id,
                        clientSecret: client.secret.map(ClientSecret.init),
                        region: "us-east-1",
                        endpoint: endpoint
                    ),
                    identityPool: IdentityPoolConfiguration(
                        poolID: identityPoolID, region: "us-east-1", endpoint: endpoint)
                ),
                store: store,
                rules: .mobileClient,
                transport: gatehouse.transport,
                clock: ClientClock(
                    now: { [gatehouse] in gatehouse.clock.now }, uptime: manual.uptime, sleep: manual.sleep)
            )
        }
    }

    @Test(arguments: [false, true])
    func `a guest signs in and keeps the identity, is renewed, signs out here and signs in again`(
        withSecret: Bool
    ) async throws {
        let house = try await House(withSecret: withSecret)
        let engine = house.engine
        let guest = try await engine.freshCredentials(validFor: .seconds(600))
        #expect(try await engine.signIn(username: "ada", password: "Correct-Horse-1").isSignedIn)
        let user = try await engine.freshCredentials(validFor: .seconds(600))
        #expect(user.identityID == guest.identityID && user.credentials != guest.credentials)

        let first = try await engine.freshTokens()
        house.gatehouse.clock.advance(by: 3_600)
        let second = try await engine.freshTokens()
        #expect(second.accessToken != first.accessToken)

        let removed = try #require(engine.signOutLocally())
        await #expect(throws: SessionError.signedOut) { try await engine.freshTokens() }
        await engine.revokeTokens(of: removed)
        let stranger = try await engine.freshIdentityID()
        #expect(stranger != guest.identityID)
        #expect(try await engine.signIn(username: "ada", password: "Correct-Horse-1").isSignedIn)
        // The pool knows the user's identity, and names it in place of the stranger's.
        #expect(try await engine.freshCredentials(validFor: .seconds(600)).identityID == guest.identityID)
        try await engine.deleteAccount()
        await #expect(throws: SessionError.self) { try await engine.userAttributes() }
    }
}
