// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct PasswordHistoryTests {
    private static let used = ServiceFault(.passwordHistoryPolicyViolation, "Password has previously been used")

    private func fixture(remembering size: Int?) async throws -> PoolFixture {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { request in
                request.policies = UserPoolPolicyType(
                    passwordPolicy: PasswordPolicyType(passwordHistorySize: size))
            })
        try await fixture.makeUser()
        return fixture
    }

    private func number(_ number: Int) -> String { "Horse-Number-\(number)!" }

    private func set(_ password: String, permanent: Bool = true, _ fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: password, permanent: permanent))
    }

    /// The passwords from 1 to `last` that an administrator may not set.
    private func refused(upTo last: Int, _ fixture: PoolFixture) async throws -> [Int] {
        var refused: [Int] = []
        for candidate in 1...last {
            let user = try await fixture.anyone.pools.records.read { [poolID = fixture.poolID] store in
                try store.existingUser("alice", in: store.existingPool(poolID))
            }
            let pool = try await fixture.anyone.records.read { [poolID = fixture.poolID] in try $0.existingPool(poolID)
            }
            let verdict = try await fault {
                try await fixture.anyone.pools.newPasswords.checkHistory(number(candidate), of: user, in: pool)
            }
            if verdict == Self.used { refused.append(candidate) }
        }
        return refused
    }

    @Test(arguments: [(nil, []), (0, []), (1, [5]), (3, [3, 4, 5]), (24, [1, 2, 3, 4, 5])] as [(Int?, [Int])])
    func `as many passwords as the policy says may not come back, the present one included`(
        _ size: Int?, _ expected: [Int]
    ) async throws {
        let fixture = try await fixture(remembering: size)
        for password in 1...5 { try await set(number(password), fixture) }
        #expect(try await refused(upTo: 6, fixture) == expected)
    }

    @Test func `a user may not change back`() async throws {
        let fixture = try await fixture(remembering: 2)
        let token = try await fixture.accessToken()
        func change(from old: String, to new: String) async throws {
            _ = try await fixture.anyone.changePassword(
                ChangePasswordRequest(previousPassword: old, proposedPassword: new, accessToken: token))
        }
        #expect(try await fault { try await change(from: PoolFixture.password, to: PoolFixture.password) } == Self.used)
        try await change(from: PoolFixture.password, to: PoolFixture.newPassword)
        let back = try await fault { try await change(from: PoolFixture.newPassword, to: PoolFixture.password) }
        #expect(back == Self.used)
        try await change(from: PoolFixture.newPassword, to: number(1))
        _ = try await fixture.signInWithPassword("alice", number(1))
    }

    @Test func `a wrong password or code does not reveal whether the new password was used before`() async throws {
        let fixture = try await fixture(remembering: 24)
        try await set(number(1), fixture)
        let token = try #require(
            try await fixture.signInWithPassword("alice", number(1)).authenticationResult?.accessToken)
        let change = try await fault {
            _ = try await fixture.anyone.changePassword(
                ChangePasswordRequest(
                    previousPassword: "Wrong-Horse-7!", proposedPassword: PoolFixture.password, accessToken: token))
        }
        #expect(change == .wrongCredentials)
        try await fixture.forgotPassword()
        let reset = try await fault {
            try await fixture.confirmForgotPassword(code: fixture.wrongCode, password: number(1))
        }
        #expect(reset == .wrongCode)
    }

    @Test func `a reset refuses a former password and leaves the code as it was`() async throws {
        let fixture = try await fixture(remembering: 3)
        try await set(number(1), fixture)
        try await fixture.forgotPassword()
        for old in [PoolFixture.password, number(1)] {
            #expect(try await fault { try await fixture.confirmForgotPassword(password: old) } == Self.used)
        }
        try await fixture.confirmForgotPassword(password: number(2))
        _ = try await fixture.signInWithPassword("alice", number(2))
        #expect(try await fault { try await set(number(1), fixture) } == Self.used)
    }

    @Test func `a new password in place of a temporary one is held against the history too`() async throws {
        let fixture = try await fixture(remembering: 3)
        try await set(number(1), permanent: false, fixture)
        let challenge = try await fixture.signInWithPassword("alice", number(1))
        func answer(_ password: String) async throws {
            _ = try await fixture.anyone.respondToAuthChallenge(
                RespondToAuthChallengeRequest(
                    clientId: fixture.client.id, challengeName: .newPasswordRequired, session: challenge.session,
                    challengeResponses: ["USERNAME": "alice", "NEW_PASSWORD": password]))
        }
        for old in [PoolFixture.password, number(1)] {
            #expect(try await fault { try await answer(old) } == Self.used)
        }
        try await answer(number(2))
        #expect(try await fault { try await set(number(1), fixture) } == Self.used)
    }

    @Test func `a temporary password may be one that the user had`() async throws {
        let fixture = try await fixture(remembering: 3)
        try await set(PoolFixture.password, permanent: false, fixture)
        _ = try await fixture.signInWithPassword()
    }

    @Test func `a former password does not sign in, and the history is deleted with the user`() async throws {
        let fixture = try await fixture(remembering: 24)
        try await set(number(1), fixture)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .wrongCredentials)
        try await fixture.administrator.adminDeleteUser(
            AdminDeleteUserRequest(userPoolId: fixture.poolID, username: "alice"))
        try await fixture.makeUser()
        try await set(number(1), fixture)
    }

    @Test func `twenty parallel changes to one password end in one`() async throws {
        let fixture = try await fixture(remembering: 2)
        let refusals = try await faults(20) { _ in try await set(number(1), fixture) }
        #expect(refusals.count { $0 == nil } == 1)
        #expect(refusals.allSatisfy { $0 == nil || $0 == Self.used || $0?.code == .tooManyRequests })
    }
}
