// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseSignIn
@testable import GatehouseUserPools

/// Attacks by a caller who lacks the proofs for a level.
@Suite(.hangLimit) struct StepUpAttackTests {
    private static let recoveryByMail = AccountRecoverySettingType(
        recoveryMechanisms: [
            RecoveryOptionType(priority: 1, name: .verifiedEmail),
            RecoveryOptionType(priority: 2, name: .verifiedPhoneNumber),
        ])

    private func refusal(_ fixture: PoolFixture, _ token: String?, _ level: Int = 3) async throws -> ServiceFault? {
        try await fault { _ = try await fixture.aim(at: level, with: token) }
    }

    // MARK: - Tokens

    @Test(arguments: [false, true])
    func `another user's token is refused, for known and unknown user names alike`(_ hidingUsers: Bool) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms], hidingUsers: hidingUsers)
        try await fixture.makeReachableUser("bob")
        let token = try await fixture.accessToken("bob")
        #expect(try await refusal(fixture, token) == .invalidAccessToken)
        guard hidingUsers else { return }
        let nobody = try await fault { _ = try await fixture.aim(at: 3, with: token, as: "nobody") }
        #expect(nobody == .invalidAccessToken)
    }

    @Test func `another client's token, and another pool's, are refused`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let sibling = try await fixture.withAnotherClient()
        #expect(try await refusal(fixture, try await sibling.accessToken()) == .invalidAccessToken)
        let other = try await PoolFixture.forLevels(second: [.sms], on: fixture.gatehouse)
        #expect(try await refusal(fixture, try await other.accessToken()) == .invalidAccessToken)
    }

    @Test func `a token that has expired, was revoked, or is no access token is refused`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let tokens = try await fixture.tokens()
        for token in [tokens.idToken, tokens.refreshToken, "", "x", "a.b.c"] {
            #expect(try await refusal(fixture, token) == .invalidAccessToken)
        }
        let access = try #require(tokens.accessToken)
        let altered = String(access.dropLast(6)) + (access.hasSuffix("AAAAAA") ? "BBBBBB" : "AAAAAA")
        #expect(try await refusal(fixture, altered)?.code == .notAuthorized)
        #expect(try await refusal(fixture, access) == nil)
        let revoked = try await fixture.tokens()
        _ = try await fixture.anyone.revokeToken(
            RevokeTokenRequest(token: revoked.refreshToken ?? "", clientId: fixture.client.id))
        #expect(
            try await refusal(fixture, revoked.accessToken)
                == ServiceFault(.notAuthorized, "Access Token has been revoked"))
        fixture.gatehouse.clock.advance(by: 3_600)
        #expect(try await refusal(fixture, access) == ServiceFault(.notAuthorized, "Access Token has expired"))
    }

    @Test func `a token with another key's signature is refused, whatever it claims`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        var payload = try claims(try await fixture.accessToken())
        payload["amr"] = ["pwd", "otp", "mfa"]
        let forged = try JWS.sign(
            payload: WireValue.object(payload).jsonBytes(), key: try RSASigningKey.generate(),
            signer: SwiftCryptoRSASigner())
        #expect(
            try await refusal(fixture, forged)
                == ServiceFault(.notAuthorized, "Could not verify signature for Access Token"))
    }

    @Test func `claims that a trigger writes into a token do not count as proofs`() async throws {
        let claimed: WireValue = ["acr": "urn:cognito:loa:4", "amr": ["pwd", "otp", "mfa"]]
        let triggers = ScriptedTriggers([
            .preTokenGeneration: { _ in
                .response([
                    "claimsAndScopeOverrideDetails": [
                        "idTokenGeneration": ["claimsToAddOrOverride": claimed],
                        "accessTokenGeneration": ["claimsToAddOrOverride": claimed],
                    ]
                ])
            }
        ])
        let fixture = try await PoolFixture.forLevels(
            second: [.sms], on: try await TestGatehouse(triggers: triggers)
        ) {
            $0.lambdaConfig = LambdaConfigType(
                preTokenGenerationConfig: PreTokenGenerationVersionConfigType(
                    lambdaVersion: .v2_0, lambdaArn: ScriptedTriggers.arn(.preTokenGeneration)))
        }
        let tokens = try await fixture.tokens()
        try expect(tokens, tell: nil, nil)
        let asked = try await fixture.aim(at: 3, with: tokens.accessToken)
        #expect(asked.challengeName == .smsMfa)
        let done = try await fixture.answer(.smsMfa, asked.session, ["SMS_MFA_CODE": fixture.newestCode])
        try expect(done.authenticationResult, tell: PoolFixture.level(3), ["pwd", "sms", "mfa"])
    }

    @Test func `a token from a custom challenge proves no factor`() async throws {
        let triggers = ScriptedTriggers([.defineAuthChallenge: { _ in .response(["issueTokens": true]) }])
        let fixture = try await PoolFixture.make(triggers) {
            $0.acrConfiguration = ["Level1": AcrLevelConfigType(acrValue: "low")]
        }
        try await fixture.makeReachableUser()
        let tokens = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .customAuth, authParameters: ["USERNAME": "alice"], clientId: fixture.client.id)
        ).authenticationResult
        try expect(tokens, tell: nil, nil)
        let begun = try await fixture.beginUserAuth(
            with: ["TARGET_ACR_VALUES": "low", "ACCESS_TOKEN": tokens?.accessToken ?? ""])
        #expect(begun.challengeName == .selectChallenge)
    }

    private enum End: CaseIterable { case signedOut, revoked, newPassword, switchedOn, disabled, deletedClient }

    private func make(_ end: End, _ fixture: PoolFixture, _ tokens: AuthenticationResultType) async throws {
        let (poolID, token) = (fixture.poolID, tokens.accessToken ?? "")
        switch end {
        case .signedOut: _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: token))
        case .revoked:
            _ = try await fixture.anyone.revokeToken(
                RevokeTokenRequest(token: tokens.refreshToken ?? "", clientId: fixture.client.id))
        case .newPassword:
            _ = try await fixture.administrator.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: poolID, username: "alice", password: PoolFixture.newPassword, permanent: true))
        case .switchedOn: try await fixture.prefer(.email)
        case .disabled:
            _ = try await fixture.administrator.adminDisableUser(
                AdminDisableUserRequest(userPoolId: poolID, username: "alice"))
        case .deletedClient:
            try await fixture.administrator.deleteUserPoolClient(
                DeleteUserPoolClientRequest(userPoolId: poolID, clientId: fixture.client.id))
        }
    }

    @Test(arguments: End.allCases)
    private func `a change that ends the token's sign-in ends the step-up that began with it`(_ end: End) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms, .email])
        let tokens = try await fixture.tokens()
        let choice = try await fixture.aim(at: 3, with: tokens.accessToken)
        let asked = try await fixture.answer(.selectMfaType, choice.session, ["ANSWER": "SMS_MFA"])
        let code = fixture.newestCode
        try await make(end, fixture, tokens)
        let late = try await fault {
            let done = try await fixture.answer(.smsMfa, asked.session, ["SMS_MFA_CODE": code])
            #expect(done.authenticationResult == nil)
        }
        #expect(late?.code == (end == .deletedClient ? .resourceNotFound : .notAuthorized))
    }

    @Test func `a token from before a password change proves no factor`() async throws {
        var fixture = try await PoolFixture.forLevels(second: [.sms])
        fixture.pools = fixture.service(endingSessionsAt: .none).pools
        let token = try await fixture.accessToken()
        fixture.gatehouse.clock.advance(by: 1)
        try await make(.newPassword, fixture, AuthenticationResultType())
        let begun = try await fixture.aim(at: 3, with: token)
        #expect(begun.challengeName == .selectChallenge)
        #expect(try await fault { _ = try await fixture.choosePassword(begun) } == .wrongCredentials)
    }

    // MARK: - Parameters

    @Test(arguments: ["", "x", "urn:cognito:loa:9", "urn:cognito:loa:4\u{0}", "*"])
    func `a target without a valid level is refused`(_ target: String) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let refusal = try await fault {
            _ = try await fixture.beginUserAuth(with: ["TARGET_ACR_VALUES": target])
        }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test(arguments: ["-1", "", "soon", "9999999999999999999999"])
    func `a maximum age that is not a number of seconds is refused before the token is checked`(
        _ age: String
    ) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        for token in [try await fixture.accessToken(), "x"] {
            let refusal = try await fault { _ = try await fixture.aim(at: 3, with: token, maximumAge: age) }
            #expect(refusal?.code == .invalidParameter)
        }
    }

    @Test func `an access token without a target level is refused and does not sign in`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let token = try await fixture.accessToken()
        let refusal = try await fault { _ = try await fixture.beginUserAuth(with: ["ACCESS_TOKEN": token]) }
        #expect(refusal == .missingParameter("TARGET_ACR_VALUES"))
    }

    @Test func `a pool of the lowest tier refuses a target level`() async throws {
        let fixture = try await PoolFixture.forLevels(.off, first: [.password])
        _ = try await fixture.administrator.updateUserPool(
            UpdateUserPoolRequest(userPoolId: fixture.poolID, userPoolTier: .lite))
        let refusal = try await fault { _ = try await fixture.aim(at: 1) }
        #expect(refusal?.code == .featureUnavailableInTier)
    }

    // MARK: - Shortcuts

    @Test func `a factor that the level does not take is not chosen instead`() async throws {
        let fixture = try await PoolFixture.forLevels()
        let token = try await fixture.accessToken()
        _ = try await fixture.makeApp()
        let begun = try await fixture.aim(at: 4, preferring: "EMAIL_OTP")
        #expect(begun.challengeName == .selectChallenge)
        for factor in ["EMAIL_OTP", "SMS_OTP", "WEB_AUTHN"] {
            let refusal = try await fault {
                _ = try await fixture.answer(.selectChallenge, begun.session, ["ANSWER": factor])
            }
            #expect(refusal?.code == .invalidParameter)
        }
        #expect(try await fixture.aim(at: 4, with: token, preferring: "EMAIL_OTP").challengeName == .softwareTokenMfa)
        let choice = try await fixture.aim(at: 3, with: token)
        #expect(choice.challengeName == .selectMfaType)
        let unknown = try await fault {
            _ = try await fixture.answer(.selectMfaType, choice.session, ["ANSWER": "NONE"])
        }
        #expect(unknown?.code == .invalidParameter)
    }

    @Test func `a factor that is switched off does not stand in for one that is on`() async throws {
        let fixture = try await PoolFixture.forLevels()
        _ = try await fixture.makeApp()
        let token = try await fixture.accessToken()
        try await fixture.prefer(.sms)
        #expect(try await refusal(fixture, token, 4)?.code == .invalidParameter)
        #expect(try await fault { _ = try await fixture.aim(at: 4) }?.code == .invalidParameter)
    }

    @Test(arguments: [UserPoolMfaType.off, .optional], [[.password], [.password, .smsOtp]] as [[AuthFactorType]])
    func `a phone number that was changed with a token reaches no level, as first or second factor`(
        _ requirement: UserPoolMfaType, _ first: [AuthFactorType]
    ) async throws {
        let fixture = try await PoolFixture.forLevels(requirement, second: [.sms], first: first)
        let token = try await fixture.accessToken()
        try await fixture.update(["phone_number": "+15555550199"], token: token)
        for level in [2, 3] {
            #expect(try await refusal(fixture, token, level)?.code == .invalidParameter)
            let chosen = try await fault { _ = try await fixture.aim(at: level, with: token, preferring: "SMS_OTP") }
            #expect(chosen?.code == .invalidParameter)
        }
        #expect(fixture.gatehouse.messages().allSatisfy { $0.recipient != "+15555550199" })
    }

    @Test(arguments: [1, 3])
    func `a number that a stolen token has changed gets no code for it, though codes to it are switched on`(
        _ level: Int
    ) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let token = try await fixture.accessToken()
        try await fixture.prefer(.sms)
        try await fixture.update(["phone_number": "+15555550199"], token: token)
        #expect(try await refusal(fixture, token, level)?.code == .invalidParameter)
        #expect(fixture.gatehouse.messages().allSatisfy { $0.recipient != "+15555550199" })
    }

    @Test(arguments: [UserPoolMfaType.off, .optional])
    func `codes to the address that resets the password do not count as a second factor`(
        _ requirement: UserPoolMfaType
    ) async throws {
        let fixture = try await PoolFixture.forLevels(requirement, second: [.email], first: [.password, .emailOtp]) {
            $0.accountRecoverySetting = Self.recoveryByMail
        }
        try await fixture.forgotPassword()
        try await fixture.confirmForgotPassword()
        let token = try await fixture.signInWithPassword("alice", PoolFixture.newPassword)
            .authenticationResult?.accessToken
        for level in [2, 3] {
            #expect(try await refusal(fixture, token, level)?.code == .invalidParameter)
            let chosen = try await fault { _ = try await fixture.aim(at: level, with: token, preferring: "EMAIL_OTP") }
            #expect(chosen?.code == .invalidParameter)
        }
    }

    private enum Loss: CaseIterable { case changed, removed, unverified, resetsPasswords }

    @Test(arguments: Loss.allCases)
    private func `a first-factor code is no second factor once its address is lost, unverified or resets passwords`(
        _ loss: Loss
    ) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms]) {
            if loss == .resetsPasswords { $0.accountRecoverySetting = Self.recoveryByMail }
        }
        let begun = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let first = try await fixture.answer(.emailOtp, begun.session, ["EMAIL_OTP_CODE": fixture.newestCode])
        let token = try #require(first.authenticationResult?.accessToken)
        switch loss {
        case .changed: try await fixture.update(["email": "mallory@example.com"], token: token)
        case .removed: try await fixture.deleteAttributes(["email"], token: token)
        case .unverified:
            _ = try await fixture.administrator.adminUpdateUserAttributes(
                AdminUpdateUserAttributesRequest(
                    userPoolId: fixture.poolID, username: "alice",
                    userAttributes: [AttributeType(name: "email_verified", value: "false")]))
        case .resetsPasswords: break
        }
        let choice = try await fixture.aim(at: 3, with: token)
        #expect(choice.challengeName == .selectChallenge)
        let asked = try await fixture.choosePassword(choice)
        #expect(asked.challengeName == .smsMfa && asked.authenticationResult == nil)
    }

    @Test func `a code as first factor is one beside a password as long as its address is verified`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let begun = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let first = try await fixture.answer(.emailOtp, begun.session, ["EMAIL_OTP_CODE": fixture.newestCode])
        let choice = try await fixture.aim(at: 3, with: first.authenticationResult?.accessToken)
        let done = try await fixture.choosePassword(choice)
        try expect(done.authenticationResult, tell: PoolFixture.level(3), ["pwd", "email_otp", "mfa"])
    }

    @Test func `a choice between other factors is not answered with a code`() async throws {
        let fixture = try await PoolFixture.forLevels(.off)
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        try await fixture.register(&authenticator, token: token)
        let begun = try await fixture.aim(at: 3, with: token)
        #expect(begun.challengeName == .selectChallenge && begun.availableChallenges == [.webAuthn])
        for factor in ["EMAIL_OTP", "SMS_OTP"] {
            let refusal = try await fault {
                _ = try await fixture.answer(.selectChallenge, begun.session, ["ANSWER": factor])
            }
            #expect(refusal?.code == .invalidParameter)
        }
    }

    @Test func `a step-up sets up no factor, also in a pool that requires MFA`() async throws {
        let fixture = try await PoolFixture.forLevels(.on, second: [.softwareToken])
        let plain = try await fixture.choosePassword(try await fixture.beginUserAuth())
        #expect(plain.challengeName == .mfaSetup)
        let refusal = try await fault { _ = try await fixture.choosePassword(try await fixture.aim(at: 1)) }
        #expect(refusal?.code == .invalidParameter)
        #expect(try await fault { _ = try await fixture.aim(at: 4) }?.code == .invalidParameter)
    }

    @Test func `a code as first factor does not count twice once a second one is demanded`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.email])
        let begun = try await fixture.beginUserAuth(preferring: "EMAIL_OTP")
        let first = try await fixture.answer(.emailOtp, begun.session, ["EMAIL_OTP_CODE": fixture.newestCode])
        try await fixture.prefer(.email)
        let again = try await fixture.aim(at: 2, with: first.authenticationResult?.accessToken)
        #expect(again.challengeName == .selectChallenge && again.availableChallenges == [.passwordSrp, .password])
    }

    // MARK: - All or nothing

    @Test(arguments: [false, true])
    func `one wrong answer ends the step-up, though the right one follows`(_ bringsToken: Bool) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let token = bringsToken ? try await fixture.accessToken() : nil
        let begun = try await fixture.aim(at: 3, with: token)
        let session = bringsToken ? begun.session : try await fixture.choosePassword(begun).session
        let wrong = try await fault {
            _ = try await fixture.answer(.smsMfa, session, ["SMS_MFA_CODE": fixture.wrongCode])
        }
        #expect(wrong?.code == .codeMismatch)
        let right = ["SMS_MFA_CODE": fixture.newestCode]
        #expect(try await fault { _ = try await fixture.answer(.smsMfa, session, right) } == .spentSession)
    }

    @Test func `one wrong password ends a step-up, and a sign-in without a target goes on`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let choice = try await fixture.aim(at: 3)
        #expect(try await fault { _ = try await fixture.choosePassword(choice, "Wrong-Horse-7!") } == .wrongCredentials)
        #expect(try await fault { _ = try await fixture.choosePassword(choice) } == .spentSession)
        let plain = try await fixture.beginUserAuth()
        #expect(try await fault { _ = try await fixture.choosePassword(plain, "Wrong-Horse-7!") } == .wrongCredentials)
        #expect(try await fixture.choosePassword(plain).authenticationResult != nil)
    }

    /// The answer that begins SRP: the choice itself, or that to the challenge that was chosen.
    private func beginningOfSRP(
        _ conversation: SRPConversation, after begun: InitiateAuthResponse, asItsOwnChallenge: Bool
    ) async throws -> (name: ChallengeNameType, session: String?, responses: [String: String]) {
        let (choice, key) = (["ANSWER": "PASSWORD_SRP"], ["SRP_A": conversation.srp.publicKeyHex])
        guard asItsOwnChallenge else { return (.selectChallenge, begun.session, choice.merging(key) { $1 }) }
        let chosen = try await conversation.fixture.answer(.selectChallenge, begun.session, choice)
        return (.passwordSrp, chosen.session, key)
    }

    @Test(arguments: [false, true], [false, true])
    func `one wrong proof over SRP ends a step-up, and a sign-in without a target goes on`(
        _ asItsOwnChallenge: Bool, _ aims: Bool
    ) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let begun = if aims { try await fixture.aim(at: 1) } else { try await fixture.beginUserAuth() }
        let first = try await beginningOfSRP(conversation, after: begun, asItsOwnChallenge: asItsOwnChallenge)
        func begin() async throws -> RespondToAuthChallengeResponse {
            try await fixture.answer(first.name, first.session, first.responses)
        }
        func prove(
            _ password: String, to asked: RespondToAuthChallengeResponse
        ) async throws -> RespondToAuthChallengeResponse {
            let responses = try conversation.responses(to: asked.challengeParameters ?? [:], password: password)
            return try await conversation.answer(responses, session: asked.session)
        }
        let asked = try await begin()
        #expect(try await fault { _ = try await prove("Wrong-Horse-7!", to: asked) } == .wrongCredentials)
        #expect(try await fault { _ = try await prove(PoolFixture.password, to: asked) } == .spentSession)
        guard !aims else {
            #expect(try await fault { _ = try await begin() } == .spentSession)
            return
        }
        #expect(try await prove(PoolFixture.password, to: try await begin()).authenticationResult != nil)
    }

    @Test(arguments: [false, true])
    func `a right proof over SRP reaches the level`(_ asItsOwnChallenge: Bool) async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let first = try await beginningOfSRP(
            conversation, after: try await fixture.aim(at: 1), asItsOwnChallenge: asItsOwnChallenge)
        let asked = try await fixture.answer(first.name, first.session, first.responses)
        let responses = try conversation.responses(
            to: asked.challengeParameters ?? [:], password: PoolFixture.password)
        let done = try await conversation.answer(responses, session: asked.session)
        try expect(done.authenticationResult, tell: PoolFixture.level(1), ["pwd"])
    }

    @Test func `of many right answers at once one gets tokens, and wrong ones are counted`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let token = try await fixture.accessToken()
        let session = try await fixture.aim(at: 3, with: token).session
        let right = ["SMS_MFA_CODE": fixture.newestCode]
        let outcomes = try await faults(20) { _ in _ = try await fixture.answer(.smsMfa, session, right) }
        #expect(outcomes.count { $0 == nil } == 1 && outcomes.allSatisfy { $0 == nil || $0 == .spentSession })
        for _ in 0..<5 {
            let session = try await fixture.aim(at: 3, with: token).session
            _ = try await fault {
                _ = try await fixture.answer(.smsMfa, session, ["SMS_MFA_CODE": fixture.wrongCode])
            }
        }
        let next = try await fixture.aim(at: 3, with: token).session
        let locked = try await fault {
            _ = try await fixture.answer(.smsMfa, next, ["SMS_MFA_CODE": fixture.newestCode])
        }
        #expect(locked == .lockedOut)
    }

    @Test func `another user's or client's step-up cannot be continued`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        try await fixture.makeReachableUser("bob")
        let asked = try await fixture.aim(at: 3, with: try await fixture.accessToken())
        let code = ["SMS_MFA_CODE": fixture.newestCode]
        let stranger = try await fault { _ = try await fixture.answer(.smsMfa, asked.session, code, as: "bob") }
        #expect(stranger == .invalidSession)
        let sibling = try await fixture.withAnotherClient()
        #expect(try await fault { _ = try await sibling.answer(.smsMfa, asked.session, code) } == .invalidSession)
        #expect(try await fixture.answer(.smsMfa, asked.session, code).authenticationResult != nil)
    }

    @Test func `a sign-in that has not reached its level gets no tokens, however it came that far`() async throws {
        let fixture = try await PoolFixture.forLevels(second: [.sms])
        let step = try await fixture.anyone.records.read { [poolID = fixture.poolID, id = fixture.client.id] store in
            let (client, pool) = try store.existingClient(id)
            let user = try store.existingUser("alice", in: pool)
            let session = SignInSession(
                stepID: "one", poolID: poolID, clientID: id, sub: user.sub, typedName: "alice", state: .password,
                target: .three, expiresAt: .distantFuture)
            let signIn = SignIn(
                client: client, pool: pool, session: session, user: user,
                tokenInputs: try store.tokenInputs(of: user, inPool: poolID),
                origin: CallOrigin(address: "192.0.2.1", userAgent: "Test"))
            return SignInStep(signIn: signIn, event: .provedFirstFactor(RemainingSteps()), user: user, proof: .password)
        }
        #expect(try await fault { _ = try await fixture.anyone.pools.steps.take(step) } == .invalidSession)
    }
}
