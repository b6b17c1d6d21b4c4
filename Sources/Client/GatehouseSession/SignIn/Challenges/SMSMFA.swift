// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `SMS_MFA`: a code was sent by SMS, for the second factor.
struct SMSMFAChallenge: PersonalChallenge {
    private let session: String?
    private let parameters: [String: String]

    init(_ reply: SignInReply) {
        session = reply.session
        parameters = reply.parameters
    }

    var step: SignInStep { .confirmSignInWithSMSMFACode(CodeDelivery(challenge: parameters), parameters: parameters) }

    func reaction(to answer: PersonalAnswer) -> Reaction {
        .respond(answer.response(to: .smsMfa, session, ["SMS_MFA_CODE": answer.text]))
    }
}
