// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

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
