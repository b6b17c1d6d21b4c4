// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// A pool with all settings, and its user Alice, who can be brought to any challenge.
struct ChallengeStage {
    /// A setting of the pool beside its factors.
    enum Kind: CaseIterable {
        case plain
        /// Alice has a remembered device, and every answer names it.
        case withDevices
        /// Triggers of the pool run at every step.
        case withTriggers
    }

    private static let temporaryPassword = "Temporary-Horse-9!"

    let fixture: PoolFixture
    /// The store, which counts its transactions.
    let store: CountingStore
    /// The failure of the message trigger, in the stage with triggers.
    let outage: Outage
    private let device: TestDevice?

    static func make(_ kind: Kind) async throws -> ChallengeStage {
        let outage = Outage()
        let triggers = functions(tellingAll: kind == .withTriggers, wordingUntil: outage)
        let request = PoolFixture.request { request in
            request.lambdaConfig = triggers.settings
            request.emailConfiguration = PoolFixture.mailAccount
            request.deviceConfiguration = DeviceConfigurationType(
                challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: false)
            request.policies = UserPoolPolicyType(
                passwordPolicy: PasswordPolicyType(passwordHistorySize: 3),
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp, .smsOtp, .webAuthn]))
        }
        let server = try await TestGatehouse(triggers: triggers)
        let made = try await PoolFixture.make(pool: request, on: server) {
            $0.explicitAuthFlows = PoolFixture.allFlows + [.allowCustomAuth]
            $0.preventUserExistenceErrors = .enabled
        }
        let (fixture, store) = made.counted()
        try await fixture.makeReachableUser()
        try await fixture.allow(Set(SecondFactor.allCases), .optional)
        let device = kind == .withDevices ? try await fixture.confirmedDevice().device : nil
        return ChallengeStage(fixture: fixture, store: store, outage: outage, device: device)
    }

    /// The same, sending its messages by another courier.
    func sending(by courier: any Courier) -> ChallengeStage {
        let (fixture, store) = fixture.counted(sendingBy: courier)
        return ChallengeStage(fixture: fixture, store: store, outage: outage, device: device)
    }

    /// The triggers of a custom challenge with the answer `owl`, and all others that run during a sign-in.
    private static func functions(tellingAll: Bool, wordingUntil outage: Outage) -> ScriptedTriggers {
        let asking: [Trigger: ScriptedTriggers.Function] = [
            .defineAuthChallenge: { event in
                let last = event["request"]?["session"]?.arrayValue?.last
                guard last?["challengeResult"] == true else {
                    return .response(["challengeName": "CUSTOM_CHALLENGE"])
                }
                return .response(["issueTokens": true])
            },
            .createAuthChallenge: { _ in .response(["privateChallengeParameters": ["word": "owl"]]) },
            .verifyAuthChallengeResponse: { event in
                .response(["answerCorrect": .bool(event["request"]?["challengeAnswer"] == "owl")])
            },
        ]
        let told: [Trigger] = [.preAuthentication, .postAuthentication, .preTokenGeneration]
        guard tellingAll else { return ScriptedTriggers(asking) }
        var functions = told.reduce(into: asking) { functions, trigger in
            functions[trigger] = { _ in .response([:]) }
        }
        functions[.customMessage] = outage.function { _ in
            .response(["emailMessage": "Psst: {####}", "smsMessage": "Psst: {####}"])
        }
        return ScriptedTriggers(functions)
    }

    /// Goes as far as a challenge.
    func open(_ challenge: ReadyAnswer.Challenge) async throws -> ReadyAnswer {
        switch challenge {
        case .passwordVerifier: try await afterSRP()
        case .passwordBeforeCode: try await afterSRP(before: .sms)
        case .customChallenge: try await custom()
        case .newPasswordRequired: try await newPassword()
        case .selectCode: try await select(["ANSWER": "EMAIL_OTP"])
        case .selectPassword: try await select(["ANSWER": "PASSWORD", "PASSWORD": PoolFixture.password])
        case .password: try await first("PASSWORD", .password, "PASSWORD") { PoolFixture.password }
        case .passwordSRP:
            try await first("PASSWORD_SRP", .passwordSrp, "SRP_A") {
                SRPConversation(fixture: fixture, username: "alice").srp.publicKeyHex
            }
        case .emailOTP: try await first("EMAIL_OTP", .emailOtp, "EMAIL_OTP_CODE") { fixture.newestCode }
        case .smsOTP: try await first("SMS_OTP", .smsOtp, "SMS_OTP_CODE") { fixture.newestCode }
        case .webAuthn: try await passkey()
        case .smsMFA: try await second(.sms, .smsMfa, "SMS_MFA_CODE") { fixture.newestCode }
        case .emailMFA: try await second(.email, .emailOtp, "EMAIL_OTP_CODE") { fixture.newestCode }
        case .softwareTokenMFA: try await softwareToken()
        case .selectMFAType: try await selectMFAType()
        case .mfaSetup: try await setUpSoftwareToken()
        case .mfaSetupByMail: try await setUpMail()
        case .deviceSRPAuth: try await nameDevice().ready
        case .devicePasswordVerifier: try await proveDevice()
        }
    }
}

extension ChallengeStage {
    private func ready(
        _ name: ChallengeNameType, _ session: String?, _ responses: [String: String] = [:]
    ) -> ReadyAnswer {
        var responses = responses
        if let device { responses["DEVICE_KEY"] = device.key }
        return ReadyAnswer(name: name, session: session, responses: responses)
    }

    /// A first factor that the user chose by name.
    private func first(
        _ factor: String, _ name: ChallengeNameType, _ member: String, _ answer: () -> String
    ) async throws -> ReadyAnswer {
        let session = try await fixture.beginUserAuth(preferring: factor).session
        return ready(name, session, [member: answer()])
    }

    /// A second factor after the password.
    private func second(
        _ factor: SecondFactor, _ name: ChallengeNameType, _ member: String, _ answer: () -> String
    ) async throws -> ReadyAnswer {
        try await fixture.prefer(factor)
        let session = try await fixture.signInWithPassword().session
        return ready(name, session, [member: answer()])
    }

    private func select(_ responses: [String: String]) async throws -> ReadyAnswer {
        ready(.selectChallenge, try await fixture.beginUserAuth().session, responses)
    }

    private func afterSRP(before factor: SecondFactor? = nil) async throws -> ReadyAnswer {
        if let factor { try await fixture.prefer(factor) }
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await conversation.begin()
        let responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        return ready(.passwordVerifier, challenge.session, responses)
    }

    private func custom() async throws -> ReadyAnswer {
        let begun = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .customAuth, authParameters: ["USERNAME": "alice"], clientId: fixture.client.id))
        return ready(.customChallenge, begun.session, ["ANSWER": "owl"])
    }

    private func newPassword() async throws -> ReadyAnswer {
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: Self.temporaryPassword, permanent: false))
        let session = try await fixture.signInWithPassword("alice", Self.temporaryPassword).session
        return ready(.newPasswordRequired, session, ["NEW_PASSWORD": PoolFixture.newPassword])
    }

    private func passkey() async throws -> ReadyAnswer {
        var authenticator = TestAuthenticator()
        try await fixture.register(&authenticator, token: try await fixture.accessToken())
        let begun = try await fixture.beginUserAuth(preferring: "WEB_AUTHN")
        let proof = try authenticator.authenticate(
            options: begun.challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"] ?? "")
        return ready(.webAuthn, begun.session, ["CREDENTIAL": proof])
    }

    private func softwareToken() async throws -> ReadyAnswer {
        let app = try await fixture.setUpApp(token: try await fixture.accessToken())
        fixture.gatehouse.clock.advance(by: 30)
        return try await second(.softwareToken, .softwareTokenMfa, "SOFTWARE_TOKEN_MFA_CODE") { app.code() }
    }

    private func selectMFAType() async throws -> ReadyAnswer {
        try await fixture.prefer(.sms, .email, preferring: false)
        return ready(.selectMfaType, try await fixture.signInWithPassword().session, ["ANSWER": "SMS_MFA"])
    }

    /// Makes the pool require a second factor; sign-ins cannot begin with codes then.
    private func demand(_ factor: SecondFactor) async throws {
        try await fixture.anyone.pools.records.write { [poolID = fixture.poolID] store in
            var pool = try store.existingPool(poolID)
            pool.description.policies?.signInPolicy?.allowedFirstAuthFactors = [.password]
            try store.update(pool)
        }
        try await fixture.allow([factor], .on)
    }

    private func setUpSoftwareToken() async throws -> ReadyAnswer {
        try await demand(.softwareToken)
        let session = try await fixture.signInWithPassword().session
        let associated = try await fixture.anyone.associateSoftwareToken(
            AssociateSoftwareTokenRequest(session: session))
        let app = AuthenticatorApp(secretCode: associated.secretCode ?? "", clock: fixture.gatehouse.clock)
        let verified = try await fixture.anyone.verifySoftwareToken(
            VerifySoftwareTokenRequest(session: associated.session, userCode: app.code()))
        return ready(.mfaSetup, verified.session)
    }

    /// Bob has no address yet.
    private func setUpMail() async throws -> ReadyAnswer {
        try await demand(.email)
        try await fixture.gatehouse.makeUser("bob", password: PoolFixture.password, inPool: fixture.poolID)
        let session = try await fixture.signInWithPassword("bob").session
        return ReadyAnswer(
            name: .mfaSetup, session: session, responses: ["EMAIL": "bob@example.com"], username: "bob")
    }

    private func nameDevice() async throws -> (ready: ReadyAnswer, app: DeviceConversation) {
        let known = if let device { device } else { try await fixture.confirmedDevice().device }
        let app = DeviceConversation(fixture: fixture, device: known)
        let session = try await app.provePassword().session
        return (
            ready(.deviceSrpAuth, session, ["DEVICE_KEY": known.key, "SRP_A": app.srp.publicKeyHex]), app
        )
    }

    private func proveDevice() async throws -> ReadyAnswer {
        let (named, app) = try await nameDevice()
        let challenge = try await named.give(to: fixture)
        return ready(.devicePasswordVerifier, challenge.session, try app.responses(to: challenge))
    }
}
