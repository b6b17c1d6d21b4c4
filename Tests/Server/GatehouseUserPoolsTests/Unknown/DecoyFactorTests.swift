// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Attacks that look for accounts by the factors that `USER_AUTH` offers.
@Suite struct DecoyFactorTests {
    private static let usual: [ChallengeNameType] = [.passwordSrp, .password, .emailOtp]

    /// A pool with a user for each list of offered factors.
    private func everyKind() async throws -> (fixture: PoolFixture, users: [String: [ChallengeNameType]]) {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.allow([.sms], .optional)
        try await fixture.makeUser("plain")
        try await fixture.makeReachableUser("reachable")
        try await fixture.makeReachableUser("second")
        try await fixture.prefer(.sms, by: "second")
        for (name, attributes) in [("silent", [:]), ("phone", ["phone_number": PoolFixture.phone])] {
            try await fixture.gatehouse.makeUser(
                name, password: PoolFixture.password, inPool: fixture.poolID, attributes: attributes)
        }
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "invited",
                userAttributes: [AttributeType(name: "email", value: "invited@example.com")],
                temporaryPassword: PoolFixture.password, messageAction: .suppress))
        return (
            fixture,
            [
                "plain": Self.usual, "reachable": Self.usual + [.smsOtp], "second": [.passwordSrp, .password],
                "silent": [.passwordSrp, .password], "phone": [.passwordSrp, .password, .smsOtp],
                "invited": [.passwordSrp, .password],
            ]
        )
    }

    @Test func `every list of factors that users are offered is also offered to unknown user names`() async throws {
        let (fixture, users) = try await everyKind()
        for (name, offered) in users {
            #expect(try await fixture.beginUserAuth(name).availableChallenges == offered, "\(name)")
            #expect(try await fixture.nobodies(3, offered: offered).count == 3, "\(name)")
        }
    }

    @Test func `an unknown user name is offered the same factors each time, and mostly the usual ones`() async throws {
        let (fixture, _) = try await everyKind()
        var lists: [[ChallengeNameType]?: Int] = [:]
        for number in 0..<200 {
            let first = try await fixture.beginUserAuth("nobody\(number)").availableChallenges
            #expect(try await fixture.beginUserAuth("nobody\(number)").availableChallenges == first)
            lists[first, default: 0] += 1
        }
        // Half of them, and a quarter of the other half.
        #expect((95...155).contains(try #require(lists[Self.usual])))
        #expect(lists.count == 4)
    }

    @Test func `a factor outside the offer leads known and unknown user names to the choice`() async throws {
        let (fixture, _) = try await everyKind()
        let nobody = try await fixture.nobodies(1, offered: [.passwordSrp, .password])[0]
        let sent = fixture.gatehouse.messages().count
        for name in ["second", "invited", nobody] {
            let answer = try await fixture.beginUserAuth(name, preferring: "EMAIL_OTP")
            #expect(answer.challengeName == .selectChallenge)
            let refusal = try await fault {
                _ = try await fixture.answer(.selectChallenge, answer.session, ["ANSWER": "EMAIL_OTP"], as: name)
            }
            #expect(refusal == .invalidParameter("ANSWER must be one of the challenges that are available."))
            let wrong = try await fault {
                _ = try await fixture.beginUserAuth(name, preferring: "PASSWORD", with: ["PASSWORD": "Wrong-Horse-7!"])
            }
            #expect(wrong == .wrongCredentials)
        }
        #expect(fixture.gatehouse.messages().count == sent)
    }

    @Test func `an SMS code for an unknown user name looks sent, and is not`() async throws {
        let (fixture, users) = try await everyKind()
        let nobody = try await fixture.nobodies(1, offered: try #require(users["phone"]))[0]
        let sent = fixture.gatehouse.messages().count
        let challenge = try await fixture.beginUserAuth(nobody, preferring: "SMS_OTP")
        #expect(challenge.challengeName == .smsOtp && challenge.availableChallenges == users["phone"])
        let destination = challenge.challengeParameters?["CODE_DELIVERY_DESTINATION"]
        #expect(destination?.contains(/^\+\*{6,9}[0-9]{4}$/) == true)
        let refusal = try await fault {
            _ = try await fixture.answer(.smsOtp, challenge.session, ["SMS_OTP_CODE": "12345678"], as: nobody)
        }
        #expect(refusal?.code == .codeMismatch)
        #expect(fixture.gatehouse.messages().count == sent)
    }

    @Test func `the factors for a level do not tell an unknown user name from a user with or without an app`()
        async throws
    {
        let fixture = try await PoolFixture.forLevels(
            second: [.softwareToken], first: [.password, .emailOtp], hidingUsers: true)
        try await fixture.makeUser("bob")
        _ = try await fixture.makeApp()
        func offers(_ name: String) async throws -> [[ChallengeNameType]?] {
            let plain = try await fixture.beginUserAuth(name)
            return [plain, try await fixture.aim(at: 4, 1, as: name), try await fixture.aim(at: 4, as: name)]
                .map(\.availableChallenges)
        }
        let passwords: [ChallengeNameType] = [.passwordSrp, .password]
        let (alice, bob) = (try await offers("alice"), try await offers("bob"))
        #expect(alice == [Self.usual, passwords, passwords])
        #expect(bob == [Self.usual, Self.usual, passwords])
        var nobodies: [[[ChallengeNameType]?]: Int] = [:]
        for number in 0..<100 {
            let first = try await offers("nobody\(number)")
            #expect(try await offers("nobody\(number)") == first)
            nobodies[first, default: 0] += 1
        }
        #expect(try #require(nobodies[alice]) > 5)
        #expect(try #require(nobodies[bob]) > 20)
    }

    @Test func `in a pool with codes alone, every unknown user name is offered a code`() async throws {
        let pool = PoolFixture.request { request in
            request.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.emailOtp, .smsOtp]))
        }
        let fixture = try await PoolFixture.make(pool: pool) {
            $0.explicitAuthFlows = PoolFixture.allFlows
            $0.preventUserExistenceErrors = .enabled
        }
        for number in 0..<50 {
            let offered = try #require(try await fixture.beginUserAuth("nobody\(number)").availableChallenges)
            #expect([[.emailOtp], [.smsOtp], [.emailOtp, .smsOtp]].contains(offered))
        }
    }
}
