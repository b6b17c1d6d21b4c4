// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// What a push says of users who could no longer sign in.
@Suite("Losses of users")
struct UserPoolLossTests {
    private static let resource = UserPoolBench.resource

    private func poolID(_ ids: KnownIDs) -> String { ids[Self.resource, "UserPoolId"] ?? "" }

    @Test("Users of a removed provider who have no other are counted")
    func providerUsers() async throws {
        let bench = try await UserPoolBench()
        let ids = try await bench.made(
            UserPoolBench.wanted(
                UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages(providers: ["Google", "Facebook"]) }))
        // A user with a password whose name only looks so is none of them, says the server.
        try await bench.addUser("google_1", ids)
        #expect(
            try await bench.backend.users(withOnly: "Google", inPool: poolID(ids))
                == Tally(number: 0, isComplete: true))

        bench.transport.answer(
            "ListUsers", status: 200,
            #"""
            {"Users":[{"Username":"google_1"},{"Username":"Google_2"},{"Username":"facebook_3"}]}
            """#)
        let plan = try await bench.plan(
            UserPoolBench.wanted(
                UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages(providers: ["Facebook"]) }), ids)
        #expect(
            plan.losses == [
                Loss(
                    resource: "shop_userpool-test",
                    text: "2 users have Google only, and can no longer sign in to shop_userpool-test.", count: 2)
            ])
    }

    @Test("Passkeys of another domain are counted user by user, and only when the domain changes")
    func passkeys() async throws {
        let bench = try await UserPoolBench()
        func wanted(_ domain: String) -> WantedState {
            UserPoolBench.wanted(
                UserPoolBench.auth {
                    $0.passwordless = AuthSettings.Passwordless(
                        factors: ["WEB_AUTHN"], relyingPartyID: domain, userVerification: nil)
                })
        }
        let ids = try await bench.made(wanted("old.example.com"))
        try await bench.addUser("ada", ids)
        try await bench.addUser("grace", ids)
        #expect(try await bench.plan(wanted("new.example.com"), ids).losses == [])

        bench.transport.answer(
            "AdminGetUserAuthFactors", status: 200,
            #"{"Username":"ada","ConfiguredUserAuthFactors":["PASSWORD","WEB_AUTHN"]}"#)
        #expect(
            try await bench.plan(wanted("new.example.com"), ids).losses.map(\.text)
                == ["The passkeys of 2 users are bound to old.example.com, and do not work for new.example.com."])
        #expect(try await bench.plan(wanted("old.example.com"), ids).losses == [])
    }
}
