// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseSignIn

/// What the sign-in of a browser proves today, after changes of the user and of the pool.
@Suite struct CountedProofsTests {
    private static let signedInAt = Date(timeIntervalSince1970: 1_000)
    private static let later = Date(timeIntervalSince1970: 2_000)
    private static let both = ["email": "a@b.c", "phone_number": "+12025550123"]

    private static func pool(
        _ requirement: UserPoolMfaType = .optional, first: [AuthFactorType] = [.password, .emailOtp, .webAuthn],
        tier: UserPoolTierType = .essentials, usesApp: Bool = true, usesSMS: Bool = true,
        countingPasskeysTwice: Bool = false
    ) -> UserPoolRecord {
        UserPoolRecord(
            id: "p",
            description: UserPoolType(
                policies: UserPoolPolicyType(signInPolicy: SignInPolicyType(allowedFirstAuthFactors: first)),
                mfaConfiguration: requirement,
                accountRecoverySetting: AccountRecoverySettingType(
                    recoveryMechanisms: [RecoveryOptionType(priority: 1, name: .verifiedEmail)]),
                userPoolTier: tier),
            factors: PoolFactors(
                usesSMS: usesSMS, usesSoftwareToken: usesApp, email: EmailMfaConfigType(),
                webAuthn: countingPasskeysTwice
                    ? WebAuthnConfigurationType(factorConfiguration: .multiFactorWithUserVerification) : nil),
            createdAt: .distantPast, modifiedAt: .distantPast)
    }

    private static func user(
        _ mfa: UserMFA = .none, attributes: [String: String] = both, password: UInt8? = 1,
        setAt date: Date = .distantPast, status: UserStatusType = .confirmed
    ) -> UserRecord {
        UserRecord(
            sub: "s", poolID: "p", username: "alice", status: status, attributes: attributes,
            password: password.map { UserRecord.SealedPassword(sealed: [$0], setAt: date) }, mfa: mfa,
            createdAt: .distantPast, modifiedAt: .distantPast)
    }

    private static func app(_ version: UInt8 = 1, at date: Date = .distantPast) -> UserMFA.SoftwareToken {
        UserMFA.SoftwareToken(sealedSecret: [version], friendlyName: nil, verifiedAt: date)
    }

    /// The session of a sign-in by a user, or with `nil` one that an earlier release recorded.
    private static func session(
        _ methods: Set<AuthenticationMethod>, of user: UserRecord? = user(), knowingPassword: Bool = false
    ) -> BrowserSessionRecord {
        BrowserSessionRecord(
            hash: [], poolID: "p", sub: "s",
            signIn: CompletedSignIn(eventID: "", methods: methods, provedAt: signedInAt, authTime: signedInAt),
            provider: nil, createdAt: signedInAt, expiresAt: later,
            factors: user.map {
                ProvedFactors(of: $0, withPassword: methods.contains(.password) || knowingPassword)
            } ?? ProvedFactors())
    }

    /// The methods that count, and whether they complete a sign-in.
    private struct Seen: Equatable {
        let methods: Set<AuthenticationMethod>
        let isComplete: Bool

        init(_ methods: Set<AuthenticationMethod>, _ isComplete: Bool) {
            (self.methods, self.isComplete) = (methods, isComplete)
        }
    }

    private static func counted(
        _ session: BrowserSessionRecord, for user: UserRecord = user(), in pool: UserPoolRecord = pool()
    ) -> Seen {
        let proofs = CountedProofs(of: session, for: user, in: pool)
        return Seen(proofs.methods, proofs.isComplete)
    }

    @Test func `a password counts while the user has it, whatever the clock says`() {
        let session = Self.session([.password])
        #expect(Self.counted(session) == Seen([.password], true))
        // The clock was set back after the password was set.
        #expect(Self.counted(session, for: Self.user(setAt: Self.later)) == Seen([.password], true))
        for user in [Self.user(password: 2), Self.user(password: nil), Self.user(status: .forceChangePassword)] {
            #expect(Self.counted(session, for: user) == Seen([], false))
        }
    }

    @Test func `the session of an earlier release counts by the times of the factors`() {
        let old = Self.session([.password, .softwareToken], of: nil)
        let user = Self.user(UserMFA(softwareToken: Self.app(), enabled: [.softwareToken]))
        #expect(Self.counted(old, for: user) == Seen([.password, .softwareToken], true))
        #expect(Self.counted(old, for: Self.user(setAt: Self.later)) == Seen([], false))
        let renewed = Self.user(UserMFA(softwareToken: Self.app(at: Self.later), enabled: [.softwareToken]))
        #expect(Self.counted(old, for: renewed) == Seen([.password], false))
    }

    @Test func `a second factor that is switched on later is missing, and any enabled one is enough`() {
        let password = Self.session([.password])
        let on = Self.user(
            UserMFA(softwareToken: Self.app(), enabled: [.softwareToken, .sms], preferred: .softwareToken))
        #expect(Self.counted(password, for: on) == Seen([.password], false))
        #expect(Self.counted(Self.session([.password, .sms], of: on), for: on) == Seen([.password, .sms], true))
        let without = Self.user(UserMFA(softwareToken: Self.app(), enabled: [.softwareToken]))
        #expect(Self.counted(Self.session([.password, .sms], of: on), for: without) == Seen([.password, .sms], false))
        let required = Self.pool(.on)
        #expect(Self.counted(password, in: required) == Seen([.password], false))
    }

    @Test func `a factor that was replaced or removed does not count`() {
        let user = Self.user(UserMFA(softwareToken: Self.app(), enabled: [.softwareToken]))
        let session = Self.session([.password, .softwareToken], of: user)
        #expect(Self.counted(session, for: user) == Seen([.password, .softwareToken], true))
        let other = Self.user(UserMFA(softwareToken: Self.app(2), enabled: [.softwareToken]))
        #expect(Self.counted(session, for: other) == Seen([.password], false))
        #expect(Self.counted(session, for: Self.user()) == Seen([.password], true))
        #expect(Self.counted(session, for: user, in: Self.pool(usesApp: false)) == Seen([.password], true))
        let text = Self.session([.password, .sms], of: Self.user(UserMFA(enabled: [.sms])))
        let silent = Self.user(UserMFA(enabled: [.sms]), attributes: ["email": "a@b.c"])
        #expect(Self.counted(text, for: silent) == Seen([.password], true))
    }

    @Test func `a code counts alone while a sign-in could begin with it, also to the address of recovery`() {
        let session = Self.session([.email])
        #expect(Self.counted(session) == Seen([.email], true))
        let guarded = Self.user(UserMFA(softwareToken: Self.app(), enabled: [.softwareToken]))
        #expect(Self.counted(session, for: guarded) == Seen([], false))
        #expect(Self.counted(session, for: Self.user(attributes: [:])) == Seen([], false))
        #expect(Self.counted(session, in: Self.pool(first: [.password])) == Seen([], false))
        #expect(Self.counted(session, in: Self.pool(tier: .lite)) == Seen([], false))
        #expect(Self.counted(session, for: Self.user(UserMFA(enabled: [.email]))) == Seen([], false))
    }

    @Test func `a sign-up counts while its password does`() {
        let session = Self.session([.email], knowingPassword: true)
        let pool = Self.pool(.off, first: [.password])
        #expect(Self.counted(session, in: pool) == Seen([.email], true))
        #expect(Self.counted(session, for: Self.user(password: 2), in: pool) == Seen([], false))
        let open = Self.session([.email], of: Self.user(password: nil), knowingPassword: true)
        #expect(Self.counted(open, for: Self.user(password: nil), in: pool) == Seen([.email], true))
        #expect(Self.counted(open, in: pool) == Seen([], false))
    }

    @Test func `a passkey counts until one is removed, and alone only where it counts as both factors`() {
        let session = Self.session([.platformPasskey])
        #expect(Self.counted(session) == Seen([.platformPasskey], true))
        var removed = Self.user()
        removed.mfa.notePasskeyRemoval(at: Self.signedInAt)
        #expect(Self.counted(session, for: removed) == Seen([], false))
        let after = Self.session([.platformPasskey], of: removed)
        #expect(Self.counted(after, for: removed) == Seen([.platformPasskey], true))
        removed.mfa.notePasskeyRemoval(at: Self.signedInAt)
        #expect(Self.counted(after, for: removed) == Seen([], false))
        #expect(Self.counted(session, in: Self.pool(first: [.password])) == Seen([], false))
        let guarded = Self.user(
            UserMFA(softwareToken: Self.app(), enabled: [.softwareToken], usesPasskeys: true))
        #expect(Self.counted(session, for: guarded) == Seen([], false))
        let twice = Self.pool(countingPasskeysTwice: true)
        #expect(Self.counted(session, for: guarded, in: twice) == Seen([.platformPasskey], true))
    }

    @Test func `a removed passkey takes the proofs of an access token as well`() {
        let methods: Set<AuthenticationMethod> = [.platformPasskey]
        var user = Self.user()
        #expect(methods.counting(for: user, in: Self.pool(), since: Self.signedInAt) == methods)
        user.mfa.notePasskeyRemoval(at: Self.signedInAt)
        #expect(methods.counting(for: user, in: Self.pool(), since: Self.signedInAt).isEmpty)
        #expect(methods.counting(for: user, in: Self.pool(), since: Self.later) == methods)
    }

    @Test func `a sealed sign-in tells a sign-up from a family of tokens and a browser`() {
        for former in [FormerSignIn.signUp, .browser([1, 255]), .tokens("5f0c1d9e-2b9f-4a53-8a1e-000000000000")] {
            #expect(FormerSignIn(text: former.text) == former)
        }
        #expect(FormerSignIn(text: "") == nil)
    }
}
