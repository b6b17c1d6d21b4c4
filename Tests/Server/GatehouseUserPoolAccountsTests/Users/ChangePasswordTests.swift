// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct ChangePasswordTests {
    private func change(
        _ fixture: PoolFixture, from old: String? = PoolFixture.password, to new: String = PoolFixture.newPassword,
        token: String
    ) async throws {
        _ = try await fixture.anyone.changePassword(
            ChangePasswordRequest(previousPassword: old, proposedPassword: new, accessToken: token))
    }

    private func signedIn() async throws -> (PoolFixture, String) {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        return (fixture, try await fixture.accessToken())
    }

    @Test func `the new password signs in, the old one does not, and tokens stay good`() async throws {
        let (fixture, token) = try await signedIn()
        try await change(fixture, token: token)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .wrongCredentials)
        let srp = SRPConversation(fixture: fixture, username: "alice")
        #expect(try await srp.run(password: PoolFixture.newPassword).authenticationResult != nil)
        #expect(try await fixture.ownAttributes(token: token)["email"] == "alice@example.com")
    }

    @Test func `a wrong or missing old password changes nothing`() async throws {
        let (fixture, token) = try await signedIn()
        let wrong = try await fault { try await change(fixture, from: "Wrong-Horse-7!", token: token) }
        #expect(wrong == .wrongCredentials)
        let missing = try await fault { try await change(fixture, from: nil, token: token) }
        #expect(missing == .missingParameter("PreviousPassword"))
        _ = try await fixture.tokens()
    }

    @Test func `the new password follows the policy`() async throws {
        let (fixture, token) = try await signedIn()
        let refusal = try await fault { try await change(fixture, to: "short", token: token) }
        #expect(
            refusal
                == ServiceFault(
                    .invalidPassword, "Password did not conform with policy: Password not long enough"))
    }

    @Test func `fifty parallel guesses are no more than five an hour`() async throws {
        let (fixture, token) = try await signedIn()
        let refusals = try await faults(50) { _ in
            try await change(fixture, from: "Wrong-Horse-7!", token: token)
        }
        #expect(refusals.count { $0 == .wrongCredentials } == 5)
        #expect(refusals.count { $0 == .attemptLimit } == 45)
        #expect(try await fault { try await change(fixture, token: token) } == .attemptLimit)
        fixture.gatehouse.clock.advance(by: 3_600)
        try await change(fixture, token: try await fixture.accessToken())
    }

    @Test func `an invalid or revoked access token cannot change the password`() async throws {
        let (fixture, token) = try await signedIn()
        #expect(try await fault { try await change(fixture, token: "token") } == .invalidAccessToken)
        _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: token))
        let refusal = try await fault { try await change(fixture, token: token) }
        #expect(refusal?.message == "Access Token has been revoked")
    }
}
