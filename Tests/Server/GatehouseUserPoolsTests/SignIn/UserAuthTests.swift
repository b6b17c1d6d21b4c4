// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct UserAuthTests {
    private static let wrong = ServiceFault(.codeMismatch, "Invalid code or auth state for the user.")

    @Test func `a user is offered what the pool allows and the user has`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        try await fixture.makeReachableUser("bob")
        let alice = try await fixture.beginUserAuth()
        #expect(alice.challengeName == .selectChallenge && alice.challengeParameters == [:])
        #expect(alice.availableChallenges == [.passwordSrp, .password, .emailOtp])
        let bob = try await fixture.beginUserAuth("bob")
        #expect(bob.availableChallenges == [.passwordSrp, .password, .emailOtp, .smsOtp])
    }

    @Test func `a factor that is not available leads to the choice`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        for factor in ["SMS_OTP", "WEB_AUTHN", "nonsense"] {
            #expect(try await fixture.beginUserAuth(preferring: factor).challengeName == .selectChallenge)
        }
    }

    @Test func `a code by e-mail signs in`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        let challenge = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        #expect(challenge.challengeName == .emailOtp)
        #expect(challenge.availableChallenges == [.passwordSrp, .password, .emailOtp])
        #expect(
            challenge.challengeParameters == [
                "CODE_DELIVERY_DELIVERY_MEDIUM": "EMAIL", "CODE_DELIVERY_DESTINATION": "a***@e***",
            ])
        #expect(fixture.newestCode.count == 8)
        let done = try await fixture.answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": fixture.newestCode])
        #expect(done.authenticationResult?.refreshToken != nil && done.challengeParameters == [:])
    }

    @Test func `a code by SMS is chosen and signs in`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeReachableUser()
        let choice = try await fixture.beginUserAuth()
        let challenge = try await fixture.answer(.selectChallenge, choice.session, ["ANSWER": "SMS_OTP"])
        #expect(challenge.challengeName == .smsOtp)
        #expect(challenge.challengeParameters?["CODE_DELIVERY_DESTINATION"] == "+*******0100")
        let done = try await fixture.answer(.smsOtp, challenge.session, ["SMS_OTP_CODE": fixture.newestCode])
        #expect(done.authenticationResult?.accessToken != nil)
    }

    @Test func `the password is proved in each of its ways`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        let password = ["PASSWORD": PoolFixture.password]
        let atOnce = try await fixture.beginUserAuth(preferring: "PASSWORD", with: password)
        #expect(atOnce.authenticationResult?.accessToken != nil)
        let asked = try await fixture.beginUserAuth(preferring: "PASSWORD")
        #expect(asked.challengeName == .password)
        #expect(try await fixture.answer(.password, asked.session, password).authenticationResult != nil)
        let choice = try await fixture.beginUserAuth()
        let along = try await fixture.answer(
            .selectChallenge, choice.session, password.merging(["ANSWER": "PASSWORD"]) { $1 })
        #expect(along.authenticationResult != nil)
    }

    @Test func `SRP begins as a challenge of its own, with the choice, or with the first request`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let key = ["SRP_A": conversation.srp.publicKeyHex]
        let atOnce = try await fixture.beginUserAuth(preferring: "PASSWORD_SRP", with: key)
        let asked = try await fixture.beginUserAuth(preferring: "PASSWORD_SRP")
        #expect(asked.challengeName == .passwordSrp)
        let begun = try await fixture.answer(.passwordSrp, asked.session, key)
        let choice = try await fixture.beginUserAuth()
        let along = try await fixture.answer(
            .selectChallenge, choice.session, key.merging(["ANSWER": "PASSWORD_SRP"]) { $1 })
        let challenges = [
            (atOnce.challengeName, atOnce.session, atOnce.challengeParameters),
            (begun.challengeName, begun.session, begun.challengeParameters),
            (along.challengeName, along.session, along.challengeParameters),
        ]
        for (name, session, parameters) in challenges {
            #expect(name == .passwordVerifier)
            let responses = try conversation.responses(to: parameters ?? [:], password: PoolFixture.password)
            let done = try await fixture.answer(.passwordVerifier, session, responses)
            #expect(done.authenticationResult?.accessToken != nil)
        }
    }

    @Test func `a wrong code does not end the challenge, and a right one closes it`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        let challenge = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let code = fixture.newestCode
        for _ in 0..<3 {
            let refusal = try await fault {
                _ = try await fixture.answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": "00000000"])
            }
            #expect(refusal == Self.wrong)
        }
        _ = try await fixture.answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": code])
        let again = try await fault {
            _ = try await fixture.answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": code])
        }
        #expect(again == .spentSession)
    }

    @Test func `a code is good for its own sign-in alone`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        try await fixture.makeUser("bob")
        let first = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let firstCode = fixture.newestCode
        let second = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let other = try await fixture.beginUserAuth("bob", preferring: "EMAIL_OTP")
        for (session, username) in [(second.session, "alice"), (other.session, "bob")] {
            let refusal = try await fault {
                _ = try await fixture.answer(.emailOtp, session, ["EMAIL_OTP_CODE": firstCode], as: username)
            }
            #expect(refusal == Self.wrong)
        }
        let foreign = try await fault {
            _ = try await fixture.answer(.emailOtp, first.session, ["EMAIL_OTP_CODE": firstCode], as: "bob")
        }
        #expect(foreign == .invalidSession)
        #expect(
            try await fixture.answer(.emailOtp, first.session, ["EMAIL_OTP_CODE": firstCode]).authenticationResult
                != nil)
    }

    @Test func `a session is too old after the client's time, and unknown to another client`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        let challenge = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let answer = ["EMAIL_OTP_CODE": fixture.newestCode]
        let stranger = try await PoolFixture.make(on: fixture.gatehouse) {
            $0.explicitAuthFlows = PoolFixture.allFlows
        }
        let foreign = try await fault { _ = try await stranger.answer(.emailOtp, challenge.session, answer) }
        #expect(foreign == .invalidSession)
        let misplaced = try await fault {
            _ = try await fixture.answer(.smsMfa, challenge.session, ["SMS_MFA_CODE": fixture.newestCode])
        }
        #expect(misplaced == .invalidSession)
        fixture.gatehouse.clock.advance(by: 181)
        let late = try await fault { _ = try await fixture.answer(.emailOtp, challenge.session, answer) }
        #expect(late == .expiredSession)
    }

    @Test func `two hundred guesses at once get no further than guesses one after the other`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        let challenge = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let code = fixture.newestCode
        let refusals = try await faults(200) { guess in
            _ = try await fixture.answer(
                .emailOtp, challenge.session, ["EMAIL_OTP_CODE": "\(10_000_000 + guess)"])
        }
        #expect(refusals.count { $0 == Self.wrong } <= 5)
        #expect(refusals.allSatisfy { $0 == Self.wrong || $0 == .lockedOut })
        let right = try await fault {
            _ = try await fixture.answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": code])
        }
        #expect(right == .lockedOut)
    }

    @Test func `a code confirms an account that waits for one, and verifies what it went to`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.signUp()
        let challenge = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let done = try await fixture.answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": fixture.newestCode])
        #expect(done.authenticationResult?.accessToken != nil)
        let user = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(user.userStatus == .confirmed)
        #expect(user.userAttributes?.first { $0.name == "email_verified" }?.value == "true")
    }

    @Test func `a password does not confirm an account`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.signUp()
        let refusal = try await fault {
            _ = try await fixture.beginUserAuth(preferring: "PASSWORD", with: ["PASSWORD": PoolFixture.password])
        }
        #expect(refusal == .unconfirmedUser)
    }

    @Test func `an unknown user name gets challenges like a known one, and no tokens`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        let known = try #require(try await fixture.beginUserAuth().availableChallenges)
        let nobody = try await fixture.nobodies(1, offered: known)[0]
        let sent = fixture.gatehouse.messages().count
        let challenge = try await fixture.beginUserAuth(nobody, preferring: "EMAIL_OTP")
        #expect(challenge.challengeName == .emailOtp && fixture.gatehouse.messages().count == sent)
        #expect(
            Set((challenge.challengeParameters ?? [:]).keys) == [
                "CODE_DELIVERY_DELIVERY_MEDIUM", "CODE_DELIVERY_DESTINATION",
            ])
        let refusal = try await fault {
            _ = try await fixture.answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": "12345678"], as: nobody)
        }
        #expect(refusal == Self.wrong)
        let password = try await fault {
            _ = try await fixture.beginUserAuth(
                nobody, preferring: "PASSWORD", with: ["PASSWORD": PoolFixture.password])
        }
        #expect(password == .wrongCredentials)
    }

    @Test func `a pool that was moved to the lowest tier refuses a choice of factors for every user and preference`()
        async throws
    {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows = PoolFixture.allFlows }
        try await fixture.makeUser()
        #expect(try await fixture.beginUserAuth().challengeName == .selectChallenge)
        _ = try await fixture.administrator.updateUserPool(
            UpdateUserPoolRequest(userPoolId: fixture.poolID, userPoolTier: .lite))
        for (name, factor) in [("alice", nil), ("alice", "PASSWORD"), ("nobody", nil)] as [(String, String?)] {
            let refusal = try await fault {
                _ = try await fixture.beginUserAuth(
                    name, preferring: factor, with: ["PASSWORD": PoolFixture.password])
            }
            #expect(refusal?.code == .featureUnavailableInTier)
        }
        #expect(try await fixture.signInWithPassword().authenticationResult != nil)
    }

    @Test func `a client that does not hide unknown users reports an unknown user name`() async throws {
        let fixture = try await PoolFixture.withoutPasswords(hidingUsers: false)
        #expect(try await fault { _ = try await fixture.beginUserAuth("nobody") } == .noSuchUser)
    }

    @Test func `codes are sent a number of times an hour`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        let nobody = try await fixture.nobodies(1, offered: [.passwordSrp, .password, .emailOtp])[0]
        for username in ["alice", nobody] {
            for _ in 0..<20 { _ = try await fixture.beginUserAuth(username, preferring: "EMAIL_OTP") }
            let refusal = try await fault { _ = try await fixture.beginUserAuth(username, preferring: "EMAIL_OTP") }
            #expect(refusal == .attemptLimit)
        }
    }

    @Test func `a user with a temporary password is offered passwords alone`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "alice",
                userAttributes: [AttributeType(name: "email", value: "alice@example.com")],
                temporaryPassword: PoolFixture.password, messageAction: .suppress))
        let choice = try await fixture.beginUserAuth()
        #expect(choice.availableChallenges == [.passwordSrp, .password])
    }
}
