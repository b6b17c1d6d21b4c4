// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

extension SequenceRun {
    /// The flows; those with arithmetic for SRP come seldom.
    private static let flows: [(weight: Int, value: AuthFlowType)] = [
        (100, .userPassword), (50, .customWithoutSRP), (60, .userAuth(preferredFirstFactor: nil)),
        (15, .userAuth(preferredFirstFactor: .password)), (20, .userAuth(preferredFirstFactor: .emailOTP)),
        (20, .userAuth(preferredFirstFactor: .smsOTP)), (25, .userAuth(preferredFirstFactor: .webAuthn)),
        (1, .userSRP), (1, .customWithSRP), (1, .userAuth(preferredFirstFactor: .passwordSRP)),
    ]

    func signIn() async throws {
        if hasPasskey, dice.chance(40) {
            return try await signIn(as: "ada", .userAuth(preferredFirstFactor: .webAuthn))
        }
        let user = dice.pick(Playground.users) ?? "ada"
        try await signIn(as: user, dice.pick(Self.flows) ?? .userPassword)
    }

    /// Begins a sign-in, and records its step.
    func signIn(as name: String, _ flow: AuthFlowType) async throws {
        visit(.signIn)
        if name == "cleo" { try server.setTemporaryPassword(of: name) }
        user = name
        resumes = dice.chance(50)
        hasResumed = false
        let extra = AWSAuthSignInOptions(authFlowType: flow, resumesAfterRestart: resumes)
        let options = AuthSignInRequest.Options(pluginOptions: extra)
        let plugin = process.plugin
        let result = try await timed("signIn \(name) \(flow)") {
            try await plugin.signIn(username: name, password: Landscape.password, options: options)
        }
        step = result?.nextStep ?? .done
    }

    /// Answers the step at which the sign-in waits.
    func confirm(rightly: Bool) async throws {
        visit(rightly ? .answer : .wrongAnswer)
        // A code is shown once in its time.
        if rightly, case .confirmSignInWithTOTPCode = step { try await stage.sleep(.seconds(60)) }
        let answer = rightly ? rightAnswer : dice.pick(["000000", "00000000", "PIGEON", "SMS_MFA", "x"]) ?? "x"
        let plugin = process.plugin
        let result = try await timed("confirmSignIn") { try await plugin.confirmSignIn(challengeResponse: answer) }
        hasResumed = false
        if let result {
            step = result.nextStep
        } else if case .confirmSignInWithPassword = step {
            // A password that is refused ends the sign-in.
            step = .done
        }
    }

    private var rightAnswer: String {
        switch step {
        case .confirmSignInWithSMSMFACode(let details, _), .confirmSignInWithOTP(let details): code(details)
        case .confirmSignInWithTOTPCode: Playground.code(secrets[user] ?? "", at: server.now)
        case .continueSignInWithTOTPSetup(let details): firstCode(details.sharedSecret)
        case .continueSignInWithMFASelection(let types), .continueSignInWithMFASetupSelection(let types):
            dice.pick(types.map(\.challengeResponse).sorted()) ?? ""
        case .continueSignInWithFirstFactorSelection(let factors):
            dice.pick(factors.map(\.challengeResponse).filter { $0 != "PASSWORD_SRP" }.sorted()) ?? ""
        case .confirmSignInWithCustomChallenge: Riddle.answer
        case .continueSignInWithEmailMFASetup: Playground.email(of: user)
        default: Landscape.password
        }
    }

    private func code(_ details: AuthCodeDeliveryDetails) -> String {
        let isMail = if case .email = details.destination { true } else { false }
        let recipient = isMail ? Playground.email(of: user) : Playground.phone(of: user)
        return server.code(sentTo: recipient) ?? "000000"
    }

    /// The first code of a new TOTP app, which is the user's from then on.
    private func firstCode(_ secret: String) -> String {
        secrets[user] = secret
        return Playground.code(secret, at: server.now)
    }
}
