// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `NEW_PASSWORD_REQUIRED`: the account has a temporary password and must be given one of its own.
struct NewPasswordRequiredChallenge: Sendable, Equatable {
    private let session: String?
    private let parameters: [String: String]

    init(_ reply: SignInReply) {
        session = reply.session
        parameters = reply.parameters
    }

    var step: SignInStep { .confirmSignInWithNewPassword(parameters: parameters) }

    /// The new password, with the attributes that the pool requires.
    func answer(_ password: String, _ options: ConfirmSignInOptions, username: String) -> ChallengeAnswer {
        var responses = ["NEW_PASSWORD": password]
        for (name, value) in options.userAttributes {
            responses["userAttributes.\(name)"] = value
        }
        return ChallengeAnswer(
            challenge: .newPasswordRequired,
            session: session,
            username: username,
            responses: responses,
            clientMetadata: options.clientMetadata
        )
    }
}
