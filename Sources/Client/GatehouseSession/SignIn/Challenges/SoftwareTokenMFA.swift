// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

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
