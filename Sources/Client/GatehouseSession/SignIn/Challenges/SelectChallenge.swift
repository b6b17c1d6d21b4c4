// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `SELECT_CHALLENGE`: the user may choose the first factor.
struct SelectChallenge: PersonalChallenge {
    private let session: String?
    private let factors: Set<FirstFactor>
    private let canShowPasskeys: Bool

    /// Reads what may be chosen; passkeys only where they can be shown.
    ///
    /// - Throws: `.passkey` if nothing is left to choose without them.
    init(_ reply: SignInReply, canShowPasskeys: Bool) throws(SessionError) {
        session = reply.session
        self.canShowPasskeys = canShowPasskeys
        let offered = Set(reply.availableChallenges.compactMap(FirstFactor.init(rawValue:)))
        factors = canShowPasskeys ? offered : offered.subtracting([.webAuthn])
        if factors.isEmpty, !offered.isEmpty { throw .passkey(.noAuthenticator) }
    }

    var step: SignInStep { .continueSignInWithFirstFactorSelection(factors) }

    /// - Throws: `.validation` for a text that names no first factor, `.passkey` for one that cannot be shown.
    func reaction(to answer: PersonalAnswer) throws(SessionError) -> Reaction {
        let factor = try answer.firstFactor()
        switch factor {
        case .password: return .ask(.password(PasswordChallenge(session: session, isProved: false)))
        case .passwordSRP: return .ask(.password(PasswordChallenge(session: session, isProved: true)))
        case .webAuthn where !canShowPasskeys: throw .passkey(.noAuthenticator)
        case .smsOTP, .emailOTP, .webAuthn:
            return .respond(answer.response(to: .selectChallenge, session, ["ANSWER": factor.rawValue]))
        }
    }
}
