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

/// Attacks by a caller who knows the password alone.
@Suite struct SecondFactorAttackTests {
    private static let wrong = ServiceFault(.codeMismatch, "Invalid code or auth state for the user.")

    private func guarded() async throws -> (PoolFixture, AuthenticatorApp) {
        let fixture = try await PoolFixture.makeWithMFA()
        let app = try await fixture.setUpApp(token: try await fixture.accessToken())
        fixture.gatehouse.clock.advance(by: 120)
        try await fixture.prefer(.softwareToken, .sms)
        return (fixture, app)
    }

    @Test func `no other challenge's answer takes the place of the second factor`() async throws {
        let (fixture, _) = try await guarded()
        let session = try await fixture.signInWithPassword().session
        let answers: [(ChallengeNameType, [String: String])] = [
            (.password, ["PASSWORD": PoolFixture.password]),
            (.newPasswordRequired, ["NEW_PASSWORD": PoolFixture.newPassword]),
            (.selectChallenge, ["ANSWER": "PASSWORD", "PASSWORD": PoolFixture.password]),
            (.selectMfaType, ["ANSWER": "SMS_MFA"]),
            (.mfaSetup, [:]),
            (.mfaSetup, ["email": "mallory@example.com"]),
            (.smsMfa, ["SMS_MFA_CODE": "123456"]),
            (.emailOtp, ["EMAIL_OTP_CODE": "123456"]),
            (.smsOtp, ["SMS_OTP_CODE": "12345678"]),
        ]
        for (name, responses) in answers {
            #expect(try await fault { _ = try await fixture.answer(name, session, responses) } == .invalidSession)
        }
    }

    @Test func `an authenticator app cannot be set up with the session of a second-factor challenge`() async throws {
        let (fixture, _) = try await guarded()
        let session = try await fixture.signInWithPassword().session
        let refusal = try await fault {
            _ = try await fixture.anyone.associateSoftwareToken(AssociateSoftwareTokenRequest(session: session))
        }
        #expect(refusal == .invalidSession)
        let unproved = try await fault {
            _ = try await fixture.anyone.verifySoftwareToken(
                VerifySoftwareTokenRequest(session: session, userCode: "123456"))
        }
        #expect(unproved == .invalidSession)
    }

    @Test func `a set-up that began before another factor was set up is void`() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.on)
        try await fixture.gatehouse.makeUser("bare", password: PoolFixture.password, inPool: fixture.poolID)
        let kept = try await fixture.signInWithPassword("bare")
        let mine = try await fixture.anyone.associateSoftwareToken(AssociateSoftwareTokenRequest(session: kept.session))
        let mail = try await fixture.answer(
            .mfaSetup, try await fixture.signInWithPassword("bare").session, ["email": "mallory@example.com"],
            as: "bare")
        let mailed = fixture.newestCode

        let owner = try await fixture.anyone.associateSoftwareToken(
            AssociateSoftwareTokenRequest(session: try await fixture.signInWithPassword("bare").session))
        let app = AuthenticatorApp(secretCode: owner.secretCode ?? "", clock: fixture.gatehouse.clock)
        _ = try await fixture.anyone.verifySoftwareToken(
            VerifySoftwareTokenRequest(session: owner.session, userCode: app.code()))

        let stolen = AuthenticatorApp(secretCode: mine.secretCode ?? "", clock: fixture.gatehouse.clock)
        let late = try await fault {
            _ = try await fixture.anyone.verifySoftwareToken(
                VerifySoftwareTokenRequest(session: mine.session, userCode: stolen.code()))
        }
        #expect(late == .invalidSession)
        let address = try await fault {
            _ = try await fixture.answer(.emailOtp, mail.session, ["EMAIL_OTP_CODE": mailed], as: "bare")
        }
        #expect(address == .invalidSession)
    }

    @Test func `a right password does not wipe the count of wrong codes`() async throws {
        let (fixture, app) = try await guarded()
        var refusals: [ServiceFault?] = []
        for guess in 0..<8 {
            let session = try await fixture.signInWithPassword().session
            refusals.append(
                try await fault {
                    _ = try await fixture.answer(
                        .softwareTokenMfa, session, ["SOFTWARE_TOKEN_MFA_CODE": "00000\(guess)"])
                })
        }
        #expect(refusals.last == .lockedOut)
        let session = try await fixture.signInWithPassword().session
        let right = ["SOFTWARE_TOKEN_MFA_CODE": app.code()]
        #expect(
            try await fault { _ = try await fixture.answer(.softwareTokenMfa, session, right) } == .lockedOut)
        fixture.gatehouse.clock.advance(by: 60)
        let later = ["SOFTWARE_TOKEN_MFA_CODE": app.code()]
        #expect(try await fixture.answer(.softwareTokenMfa, session, later).authenticationResult != nil)
    }

    @Test func `two hundred guesses at once get no further than a few`() async throws {
        let (fixture, _) = try await guarded()
        let session = try await fixture.signInWithPassword().session
        let wrong = ServiceFault(.codeMismatch, "Invalid code received for user")
        let refusals = try await faults(200) { guess in
            _ = try await fixture.answer(
                .softwareTokenMfa, session, ["SOFTWARE_TOKEN_MFA_CODE": "\(100_000 + guess)"])
        }
        #expect(refusals.count { $0 == wrong } <= 5)
        #expect(refusals.allSatisfy { $0 == wrong || $0 == .lockedOut })
    }

    @Test func `a session dies with the password that opened it`() async throws {
        let (fixture, app) = try await guarded()
        let session = try await fixture.signInWithPassword().session
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: PoolFixture.newPassword, permanent: true))
        let answer = ["SOFTWARE_TOKEN_MFA_CODE": app.code()]
        #expect(
            try await fault { _ = try await fixture.answer(.softwareTokenMfa, session, answer) } == .invalidSession)
    }

    @Test func `another user's code and another user's session are refused`() async throws {
        let (fixture, app) = try await guarded()
        try await fixture.makeReachableUser("bob")
        try await fixture.setUpApp(token: try await fixture.accessToken("bob"))
        try await fixture.prefer(.softwareToken, by: "bob")
        fixture.gatehouse.clock.advance(by: 120)
        let code = ["SOFTWARE_TOKEN_MFA_CODE": app.code()]
        let bob = try await fixture.signInWithPassword("bob").session
        let foreignCode = try await fault { _ = try await fixture.answer(.softwareTokenMfa, bob, code, as: "bob") }
        #expect(foreignCode?.code == .codeMismatch)
        let alice = try await fixture.signInWithPassword().session
        let foreignSession = try await fault {
            _ = try await fixture.answer(.softwareTokenMfa, alice, code, as: "bob")
        }
        #expect(foreignSession == .invalidSession)
    }

    @Test func `tokens are given once for a session`() async throws {
        let (fixture, app) = try await guarded()
        let session = try await fixture.signInWithPassword().session
        let answer = ["SOFTWARE_TOKEN_MFA_CODE": app.code()]
        let results = try await faults(20) { _ in
            _ = try await fixture.answer(.softwareTokenMfa, session, answer)
        }
        #expect(results.count { $0 == nil } == 1)
        #expect(results.allSatisfy { $0 == nil || $0 == .usedSoftwareToken || $0 == .spentSession })
    }

    private enum Change: CaseIterable { case switchedOff, preferred, newApp, notAllowed }

    private func make(_ change: Change, _ fixture: PoolFixture) async throws {
        var mfa = try await fixture.storedUser().mfa
        switch change {
        case .switchedOff: mfa.enabled.remove(.sms)
        case .preferred: mfa.preferred = .softwareToken
        case .newApp:
            mfa.softwareToken = UserMFA.SoftwareToken(
                sealedSecret: [1], friendlyName: nil, verifiedAt: fixture.gatehouse.clock.now)
        case .notAllowed: try await fixture.allow([.softwareToken, .email], .optional)
        }
        try await fixture.choose(mfa)
    }

    @Test(arguments: Change.allCases)
    private func `a session outlives no change of the second factors`(_ change: Change) async throws {
        let (fixture, _) = try await guarded()
        try await fixture.prefer(.sms, .softwareToken)
        let challenge = try await fixture.signInWithPassword()
        #expect(challenge.challengeName == .smsMfa)
        let answer = ["SMS_MFA_CODE": fixture.newestCode]
        try await make(change, fixture)
        let late = try await fault { _ = try await fixture.answer(.smsMfa, challenge.session, answer) }
        #expect(late == .invalidSession)
    }

    @Test func `a factor cannot be chosen after the factors changed, and a pending secret does not end the sign-in`()
        async throws
    {
        let (fixture, app) = try await guarded()
        var mfa = try await fixture.storedUser().mfa
        mfa.preferred = nil
        try await fixture.choose(mfa)
        let choice = try await fixture.signInWithPassword()
        #expect(choice.challengeName == .selectMfaType)
        let picked = try await fixture.answer(.selectMfaType, choice.session, ["ANSWER": "SOFTWARE_TOKEN_MFA"])
        let second = try await fixture.signInWithPassword()
        mfa.pendingSecret = [1]
        try await fixture.choose(mfa)
        let done = try await fixture.answer(
            .softwareTokenMfa, picked.session, ["SOFTWARE_TOKEN_MFA_CODE": app.code()])
        #expect(done.authenticationResult != nil)
        try await make(.switchedOff, fixture)
        let late = try await fault {
            _ = try await fixture.answer(.selectMfaType, second.session, ["ANSWER": "SMS_MFA"])
        }
        #expect(late == .invalidSession)
    }
}
