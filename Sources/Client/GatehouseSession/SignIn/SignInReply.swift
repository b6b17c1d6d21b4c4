// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// What the service says in the course of a sign-in: a challenge, or the tokens.
struct SignInReply: Sendable, Equatable {
    var challenge: ChallengeNameType?
    var session: String?
    var parameters: [String: String]
    var availableChallenges: [String]
    var result: AuthenticationResultType?

    init(
        challenge: ChallengeNameType? = nil,
        session: String? = nil,
        parameters: [String: String] = [:],
        availableChallenges: [String] = [],
        result: AuthenticationResultType? = nil
    ) {
        self.challenge = challenge
        self.session = session
        self.parameters = parameters
        self.availableChallenges = availableChallenges
        self.result = result
    }

    init(_ response: InitiateAuthResponse) {
        self.init(
            challenge: response.challengeName,
            session: response.session,
            parameters: response.challengeParameters ?? [:],
            availableChallenges: response.availableChallenges?.map(\.rawValue) ?? [],
            result: response.authenticationResult
        )
    }

    init(_ response: RespondToAuthChallengeResponse) {
        self.init(
            challenge: response.challengeName,
            session: response.session,
            parameters: response.challengeParameters ?? [:],
            availableChallenges: response.availableChallenges?.map(\.rawValue) ?? [],
            result: response.authenticationResult
        )
    }
}
