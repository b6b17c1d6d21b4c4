// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseSignIn

@Suite struct SoftwareTokenTests {
    private func signedIn(
        _ requirement: UserPoolMfaType = .optional
    ) async throws -> (fixture: PoolFixture, token: String) {
        let fixture = try await PoolFixture.makeWithMFA(requirement)
        return (fixture, try await fixture.accessToken())
    }

    @Test func `the secret is long, new each time, and rests sealed for the user`() async throws {
        let (fixture, token) = try await signedIn()
        let first = try await fixture.associate(token: token)
        let second = try await fixture.associate(token: token)
        #expect(first.secretCode.count == 52 && Base32.decode(first.secretCode)?.count == 32)
        #expect(first.secretCode != second.secretCode)
        let user = try await fixture.storedUser()
        let pending = try #require(user.mfa.pendingSecret)
        let secret = try #require(Base32.decode(second.secretCode))
        #expect(!pending.indices.contains { pending[$0...].starts(with: secret) })
        let tokens = fixture.anyone.pools.softwareTokens
        #expect(try tokens.matchingStep(second.code(), of: pending, for: user, at: fixture.gatehouse.clock.now) != nil)
    }

    @Test func `a sealed secret opens for its user only`() async throws {
        let (fixture, token) = try await signedIn()
        let app = try await fixture.setUpApp(token: token)
        try await fixture.makeUser("bob")
        let sealed = try #require(try await fixture.storedUser().mfa.softwareToken?.sealedSecret)
        let bob = try await fixture.storedUser("bob")
        #expect(throws: ServiceFault.self) {
            try fixture.anyone.pools.softwareTokens.matchingStep(
                app.code(), of: sealed, for: bob, at: fixture.gatehouse.clock.now)
        }
    }

    @Test(arguments: [-1.0, 0, 1])
    func `a right code sets the app up, one step early or late as well`(_ steps: Double) async throws {
        let (fixture, token) = try await signedIn()
        let app = try await fixture.associate(token: token)
        let answer = try await fixture.verifyApp(app.code(steps: steps), token: token, name: "My phone")
        #expect(answer.status == .success && answer.session == nil)
        let mfa = try await fixture.storedUser().mfa
        #expect(mfa.softwareToken?.friendlyName == "My phone" && mfa.pendingSecret == nil)
        // The user's preference is a separate setting.
        #expect(mfa.enabled.isEmpty && mfa.preferred == nil)
    }

    @Test func `a wrong code, an old one and another secret's are refused and change nothing`() async throws {
        let (fixture, token) = try await signedIn()
        let replaced = try await fixture.associate(token: token)
        let app = try await fixture.associate(token: token)
        for code in [app.wrongCode, app.code(steps: -3), app.code(steps: 3), replaced.code()] {
            #expect(
                try await fault { try await fixture.verifyApp(code, token: token) }
                    == ServiceFault(.enableSoftwareTokenMFA, "Code mismatch"))
        }
        #expect(try await fixture.storedUser().mfa.softwareToken == nil)
        try await fixture.verifyApp(app.code(), token: token)
    }

    @Test func `a code is taken once`() async throws {
        let (fixture, token) = try await signedIn()
        let app = try await fixture.associate(token: token)
        let code = app.code()
        try await fixture.verifyApp(code, token: token)
        let user = try await fixture.storedUser()
        let step = TOTP.step(at: fixture.gatehouse.clock.now)
        let id = fixture.anyone.pools.softwareTokens.singleUseID(of: user, step: step)
        #expect(try await fixture.anyone.pools.records.read { try $0.isSpent(id) })
        // The same step again, for a secret that has the same code then.
        let sealed = try #require(user.mfa.softwareToken?.sealedSecret)
        try await fixture.anyone.pools.records.write { store in
            var user = user
            user.mfa.pendingSecret = sealed
            try store.update(user)
        }
        #expect(try await fault { try await fixture.verifyApp(code, token: token) } == .usedSoftwareToken)
        try await fixture.verifyApp(app.code(steps: 1), token: token)
    }

    @Test func `the record of a used code outlives the code by almost two days`() async throws {
        let (fixture, token) = try await signedIn()
        let app = try await fixture.associate(token: token)
        let step = TOTP.step(at: fixture.gatehouse.clock.now)
        let user = try await fixture.storedUser()
        let sealed = try #require(user.mfa.pendingSecret)
        let tokens = fixture.anyone.pools.softwareTokens
        let end = Date(timeIntervalSince1970: Double((step + 2) * Int64(TOTP.stepSeconds)))
        let id = tokens.singleUseID(of: user, step: step)
        #expect(id.expiresAt.timeIntervalSince(end) > 2 * 86_400 - 61)
        let justBefore = end.addingTimeInterval(-0.001)
        #expect(try tokens.matchingStep(app.code(), of: sealed, for: user, at: justBefore) == step)
        #expect(try tokens.matchingStep(app.code(), of: sealed, for: user, at: end) == nil)
    }

    @Test func `the present authenticator app stays until the new one is verified`() async throws {
        let (fixture, token) = try await signedIn()
        try await fixture.setUpApp(token: token)
        let present = try await fixture.storedUser().mfa.softwareToken
        let app = try await fixture.associate(token: token)
        #expect(try await fixture.storedUser().mfa.softwareToken == present)
        try await fixture.verifyApp(app.code(steps: 1), token: token)
        #expect(try await fixture.storedUser().mfa.softwareToken != present)
    }

    @Test func `there is nothing to verify before a secret was drawn`() async throws {
        let (fixture, token) = try await signedIn()
        #expect(
            try await fault { try await fixture.verifyApp("123456", token: token) }?.code == .softwareTokenMFANotFound)
    }

    @Test(arguments: [.off, .optional] as [UserPoolMfaType])
    func `a pool without authenticator apps refuses their set-up`(_ requirement: UserPoolMfaType) async throws {
        let (fixture, token) = try await signedIn()
        let app = try await fixture.associate(token: token)
        try await fixture.allow([.sms], requirement)
        #expect(try await fault { _ = try await fixture.associate(token: token) } == .noSoftwareTokens)
        #expect(try await fault { try await fixture.verifyApp(app.code(), token: token) } == .noSoftwareTokens)
    }

    @Test func `an app is set up with either an access token or a session`() async throws {
        let (fixture, token) = try await signedIn()
        let session = String(repeating: "s", count: 20)
        for (token, session) in [(nil, nil), (token, session)] as [(String?, String?)] {
            let associated = try await fault {
                _ = try await fixture.anyone.associateSoftwareToken(
                    AssociateSoftwareTokenRequest(accessToken: token, session: session))
            }
            #expect(associated?.code == .invalidParameter)
            let verified = try await fault {
                _ = try await fixture.anyone.verifySoftwareToken(
                    VerifySoftwareTokenRequest(accessToken: token, session: session, userCode: "123456"))
            }
            #expect(verified?.code == .invalidParameter)
        }
    }

    @Test func `an access token neither sets up nor verifies another user's authenticator app`() async throws {
        let (fixture, alice) = try await signedIn()
        try await fixture.makeUser("bob")
        let bob = try await fixture.accessToken("bob")
        let app = try await fixture.associate(token: alice)
        // Bob has no secret, and Alice's code is no use to him.
        #expect(
            try await fault { try await fixture.verifyApp(app.code(), token: bob) }?.code == .softwareTokenMFANotFound)
        let other = try await fixture.associate(token: bob)
        #expect(try await fault { try await fixture.verifyApp(other.code(), token: alice) } == .wrongFirstCode)
        #expect(try await fault { try await fixture.verifyApp(app.code(), token: bob) } == .wrongFirstCode)
        for token in ["x", try await fixture.tokens().idToken ?? "", alice + "x"] {
            #expect(try await fault { _ = try await fixture.associate(token: token) }?.code == .notAuthorized)
            #expect(try await fault { try await fixture.verifyApp("123456", token: token) }?.code == .notAuthorized)
        }
        #expect(try await fixture.storedUser().mfa.softwareToken == nil)
        #expect(try await fixture.storedUser("bob").mfa.softwareToken == nil)
    }

    @Test func `two hundred parallel guesses get no more tries than guesses one after the other`() async throws {
        let (fixture, token) = try await signedIn()
        let app = try await fixture.associate(token: token)
        let wrong = app.wrongCode
        let refusals = try await faults(200) { _ in try await fixture.verifyApp(wrong, token: token) }
        #expect(refusals.count { $0 == .wrongFirstCode } == 5)
        #expect(refusals.count { $0 == .lockedOut } == 195)
        #expect(try await fault { try await fixture.verifyApp(app.code(), token: token) } == .lockedOut)
        fixture.gatehouse.clock.advance(by: 1)
        try await fixture.verifyApp(app.code(), token: token)
    }

    @Test func `a right first code does not clear wrong passwords, and a wrong one does not lock the sign-in`()
        async throws
    {
        let (fixture, token) = try await signedIn()
        let app = try await fixture.associate(token: token)
        for _ in 0..<5 {
            _ = try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
        }
        try await fixture.verifyApp(app.code(), token: token)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .lockedOut)
        fixture.gatehouse.clock.advance(by: 1_000)
        let fresh = try await fixture.associate(token: token)
        for _ in 0..<6 { _ = try await fault { try await fixture.verifyApp(fresh.wrongCode, token: token) } }
        _ = try await fixture.tokens()
    }

    @Test func `an administrator removes an app with what was chosen about it`() async throws {
        let (fixture, token) = try await signedIn()
        try await fixture.setUpApp(token: token)
        try await fixture.prefer(token: token) {
            $0.softwareTokenMfaSettings = SoftwareTokenMfaSettingsType(enabled: true, preferredMfa: true)
            $0.smsMfaSettings = SMSMfaSettingsType(enabled: true)
        }
        _ = try await fixture.associate(token: token)
        let request = AdminDeleteSoftwareTokenRequest(userPoolId: fixture.poolID, username: "alice")
        _ = try await fixture.administrator.adminDeleteSoftwareToken(request)
        #expect(try await fixture.storedUser().mfa == UserMFA(enabled: [.sms]))
        _ = try await fixture.administrator.adminDeleteSoftwareToken(request)
        let nobody = AdminDeleteSoftwareTokenRequest(userPoolId: fixture.poolID, username: "nobody")
        #expect(
            try await fault { _ = try await fixture.administrator.adminDeleteSoftwareToken(nobody) } == .noSuchUser)
    }
}
