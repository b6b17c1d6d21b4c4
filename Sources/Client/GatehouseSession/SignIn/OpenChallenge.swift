// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// All challenges that wait for the user's answer.
enum OpenChallenge: Sendable, Equatable, Codable {
    case newPasswordRequired(NewPasswordRequiredChallenge)
    case smsMFA(SMSMFAChallenge)
    case softwareTokenMFA(SoftwareTokenMFAChallenge)
    case emailOTP(EmailOTPChallenge)
    case smsOTP(SMSOTPChallenge)
    case customChallenge(CustomChallenge)
    case selectMFAType(SelectMFATypeChallenge)
    case selectChallenge(SelectChallenge)
    case password(PasswordChallenge)
    case mfaSetupChoice(MFASetupChoice)
    case totpSetup(TOTPSetupChallenge)
    case emailSetup(EmailSetupChallenge)
    /// A passkey was requested, and the user did not show one.
    case webAuthn(WebAuthnChallenge)

    /// The step that the app shows to the user.
    var step: SignInStep { content.step }

    /// The reaction to the user's answer; see `PersonalChallenge`.
    func reaction(to answer: PersonalAnswer) throws(SessionError) -> Reaction {
        try content.reaction(to: answer)
    }

    /// Whether a proof of a password follows the answer.
    var isProofOfPassword: Bool {
        if case .password(let challenge) = self { challenge.isProved } else { false }
    }

    /// Whether a refused answer ends the sign-in, because the service does not take a second one.
    var isAnsweredOnce: Bool {
        switch self {
        case .password, .webAuthn: true
        case .newPasswordRequired, .smsMFA, .softwareTokenMFA, .emailOTP, .smsOTP, .customChallenge, .selectMFAType,
            .selectChallenge, .mfaSetupChoice, .totpSetup, .emailSetup:
            false
        }
    }

    private var content: any PersonalChallenge {
        switch self {
        case .newPasswordRequired(let challenge): challenge
        case .smsMFA(let challenge): challenge
        case .softwareTokenMFA(let challenge): challenge
        case .emailOTP(let challenge): challenge
        case .smsOTP(let challenge): challenge
        case .customChallenge(let challenge): challenge
        case .selectMFAType(let challenge): challenge
        case .selectChallenge(let challenge): challenge
        case .password(let challenge): challenge
        case .mfaSetupChoice(let challenge): challenge
        case .totpSetup(let challenge): challenge
        case .emailSetup(let challenge): challenge
        case .webAuthn(let challenge): challenge
        }
    }
}
