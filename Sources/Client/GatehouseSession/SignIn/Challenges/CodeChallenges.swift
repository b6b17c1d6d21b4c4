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

/// `SMS_OTP`: a code was sent by SMS, for the first factor.
struct SMSOTPChallenge: PersonalChallenge {
    private let session: String?
    private let delivery: CodeDelivery

    init(_ reply: SignInReply) {
        session = reply.session
        delivery = CodeDelivery(challenge: reply.parameters)
    }

    var step: SignInStep { .confirmSignInWithOTP(delivery) }

    func reaction(to answer: PersonalAnswer) -> Reaction {
        .respond(answer.response(to: .smsOtp, session, ["SMS_OTP_CODE": answer.text]))
    }
}

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

/// `SOFTWARE_TOKEN_MFA`: the user's TOTP app shows a code.
struct SoftwareTokenMFAChallenge: PersonalChallenge {
    private let session: String?
    private let friendlyDeviceName: String?

    init(_ reply: SignInReply) {
        session = reply.session
        friendlyDeviceName = reply.parameters["FRIENDLY_DEVICE_NAME"]
    }

    var step: SignInStep { .confirmSignInWithTOTPCode(friendlyDeviceName: friendlyDeviceName) }

    func reaction(to answer: PersonalAnswer) -> Reaction {
        .respond(answer.response(to: .softwareTokenMfa, session, ["SOFTWARE_TOKEN_MFA_CODE": answer.text]))
    }
}

/// `CUSTOM_CHALLENGE`: a question of the pool's own.
struct CustomChallenge: PersonalChallenge {
    private let session: String?
    private let parameters: [String: String]

    init(_ reply: SignInReply) {
        session = reply.session
        parameters = reply.parameters
    }

    var step: SignInStep { .confirmSignInWithCustomChallenge(parameters: parameters) }

    func reaction(to answer: PersonalAnswer) -> Reaction {
        .respond(answer.response(to: .customChallenge, session, ["ANSWER": answer.text]))
    }
}
