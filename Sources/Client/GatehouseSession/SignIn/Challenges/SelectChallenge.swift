// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `SELECT_CHALLENGE`: the user may choose the first factor.
struct SelectChallenge: PersonalChallenge {
    private let session: String?
    private let factors: Set<FirstFactor>

    init(_ reply: SignInReply) {
        session = reply.session
        factors = Set(reply.availableChallenges.compactMap(FirstFactor.init(rawValue:)))
    }

    var step: SignInStep { .continueSignInWithFirstFactorSelection(factors) }

    /// - Throws: `.validation` for a text that names no first factor.
    func reaction(to answer: PersonalAnswer) throws(SessionError) -> Reaction {
        let factor = try answer.firstFactor()
        switch factor {
        case .password: return .ask(.password(PasswordChallenge(session: session, isProved: false)))
        case .passwordSRP: return .ask(.password(PasswordChallenge(session: session, isProved: true)))
        case .smsOTP, .emailOTP, .webAuthn:
            return .respond(answer.response(to: .selectChallenge, session, ["ANSWER": factor.rawValue]))
        }
    }
}
