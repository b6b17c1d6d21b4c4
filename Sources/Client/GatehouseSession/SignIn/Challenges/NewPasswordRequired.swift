// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `NEW_PASSWORD_REQUIRED`: the account has a temporary password, which the user must replace.
struct NewPasswordRequiredChallenge: PersonalChallenge {
    private let session: String?
    private let parameters: [String: String]

    init(_ reply: SignInReply) {
        session = reply.session
        parameters = reply.parameters
    }

    var step: SignInStep { .confirmSignInWithNewPassword(parameters: parameters) }

    /// The new password, with the attributes that the pool requires.
    func reaction(to answer: PersonalAnswer) -> Reaction {
        var responses = ["NEW_PASSWORD": answer.text]
        for (name, value) in answer.options.userAttributes {
            responses["userAttributes.\(name)"] = value
        }
        return .respond(answer.response(to: .newPasswordRequired, session, responses))
    }
}
