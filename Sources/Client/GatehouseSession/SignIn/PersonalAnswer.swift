// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// A user's answer, and the name under which it is sent to the service.
struct PersonalAnswer: Sendable {
    let text: String
    let options: ConfirmSignInOptions
    let username: String

    /// The answer to a challenge with these responses.
    func response(
        to challenge: ChallengeNameType,
        _ session: String?,
        _ responses: [String: String]
    ) -> ChallengeAnswer {
        ChallengeAnswer(
            challenge: challenge,
            session: session,
            username: username,
            responses: responses,
            clientMetadata: options.clientMetadata
        )
    }

    /// The second factor that the text names.
    ///
    /// - Throws: `.validation` if it names none.
    func secondFactor() throws(SessionError) -> SecondFactor {
        guard let factor = SecondFactor(rawValue: text.uppercased()) else {
            throw .badChallengeResponse(
                "The answer names no second factor.",
                cure: "Give the challengeResponse of an MFAType."
            )
        }
        return factor
    }

    /// The first factor that the text names.
    ///
    /// - Throws: `.validation` if it names none.
    func firstFactor() throws(SessionError) -> FirstFactor {
        guard let factor = FirstFactor(rawValue: text.uppercased()) else {
            throw .badChallengeResponse(
                "The answer names no first factor.",
                cure: "Give the challengeResponse of an AuthFactorType."
            )
        }
        return factor
    }
}

extension SessionError {
    static func badChallengeResponse(_ text: String, cure: String) -> SessionError {
        .validation(field: "challengeResponse", text, cure: cure)
    }
}
