// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

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
