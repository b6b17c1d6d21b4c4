// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `EMAIL_OTP`: a code was sent by e-mail, for the first factor or the second.
struct EmailOTPChallenge: PersonalChallenge {
    private let session: String?
    private let delivery: CodeDelivery

    init(_ reply: SignInReply) {
        session = reply.session
        delivery = CodeDelivery(challenge: reply.parameters)
    }

    var step: SignInStep { .confirmSignInWithOTP(delivery) }

    func reaction(to answer: PersonalAnswer) -> Reaction {
        .respond(answer.response(to: .emailOtp, session, ["EMAIL_OTP_CODE": answer.text]))
    }
}
