// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("19: sign-outs", .hangLimit) struct SignOutTests {
    @Test func `a sign-out that is still under way does not end the session of the next user`() async throws {
        let world = try await MobileWorld.withAda()
        try await world.gatehouse.makeUser("grace", password: MobileWorld.password, inPool: world.pool)
        let app = try await world.phone().signedIn()
        let revocation = app.network.hold("RevokeToken")
        let late = app.signOut(SignOutOptions())
        await revocation.reached()
        app.client.signOut()
        _ = try await app.signIn("grace").value()
        app.network.release()
        try await late.value()
        #expect(app.state == .signedIn && app.client.username == "grace")
        #expect(app.log.states == [.signedOut, .signedIn])
        #expect(try await app.attributes().value()["sub"] == app.client.userSub)
    }

    @Test func `the later of two sign-ins wins, in the order in which the app makes them`() async throws {
        let world = try await MobileWorld.withAda()
        try await world.gatehouse.makeUser("grace", password: MobileWorld.password, inPool: world.pool)
        let app = try await world.phone().started()
        for _ in 1...5 {
            let (first, second) = (app.signIn("grace"), app.signIn("ada"))
            await app.expect([first], fail: .unableToSignIn)
            #expect(try await second.value().signInState == .signedIn)
            #expect(app.client.username == "ada")
            app.client.signOut()
        }
    }
}
