// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `SELECT_CHALLENGE`: the user may choose the first factor.
struct SelectChallenge: PersonalChallenge {
    private let session: String?
    private let factors: Set<FirstFactor>
    private let passkeys: PasskeyOffer

    /// Reads the possible choices; a passkey only if it is offered.
    ///
    /// - Throws: `.passkey` if nothing is left to choose without them.
    init(_ reply: SignInReply, passkeys: PasskeyOffer) throws(SessionError) {
        session = reply.session
        self.passkeys = passkeys
        let offered = Set(reply.availableChallenges.compactMap(FirstFactor.init(rawValue:)))
        factors = passkeys == .offered ? offered : offered.subtracting([.webAuthn])
        if factors.isEmpty, !offered.isEmpty { throw .passkey(passkeys.refusal) }
    }

    var step: SignInStep { .continueSignInWithFirstFactorSelection(factors) }

    /// - Throws: `.validation` for a text that names no first factor, `.passkey` for one that cannot be shown.
    func reaction(to answer: PersonalAnswer) throws(SessionError) -> Reaction {
        let factor = try answer.firstFactor()
        switch factor {
        case .password: return .ask(.password(PasswordChallenge(session: session, isProved: false)))
        case .passwordSRP: return .ask(.password(PasswordChallenge(session: session, isProved: true)))
        case .webAuthn where passkeys != .offered: throw .passkey(passkeys.refusal)
        case .smsOTP, .emailOTP, .webAuthn:
            return .respond(answer.response(to: .selectChallenge, session, ["ANSWER": factor.rawValue]))
        }
    }
}

/// `SELECT_MFA_TYPE`: the user has several second factors and must choose one.
struct SelectMFATypeChallenge: PersonalChallenge {
    private let session: String?
    private let factors: Set<SecondFactor>

    init(_ reply: SignInReply) {
        session = reply.session
        factors = reply.secondFactors(in: "MFAS_CAN_CHOOSE")
    }

    var step: SignInStep { .continueSignInWithMFASelection(factors) }

    /// - Throws: `.validation` for a text that names no second factor.
    func reaction(to answer: PersonalAnswer) throws(SessionError) -> Reaction {
        let factor = try answer.secondFactor()
        return .respond(answer.response(to: .selectMfaType, session, ["ANSWER": factor.rawValue]))
    }
}
