// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// The password was chosen as the first factor; the choice travels together with the password.
struct PasswordChallenge: PersonalChallenge {
    let session: String?
    /// Whether the password is proved over SRP instead of shown.
    let isProved: Bool

    var step: SignInStep { .confirmSignInWithPassword }

    func reaction(to answer: PersonalAnswer) -> Reaction {
        let factor = isProved ? FirstFactor.passwordSRP : .password
        var response = answer.response(to: .selectChallenge, session, ["ANSWER": factor.rawValue])
        if isProved {
            response.passwordToProve = answer.text
        } else {
            response.responses["PASSWORD"] = answer.text
        }
        return .respond(response)
    }
}
