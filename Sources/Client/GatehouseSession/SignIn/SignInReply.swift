// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// The service's reply in a sign-in: a challenge, or the tokens.
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

    init(_ answer: some SignInAnswer) {
        self.init(
            challenge: answer.challengeName,
            session: answer.session,
            parameters: answer.challengeParameters ?? [:],
            availableChallenges: answer.availableChallenges?.map(\.rawValue) ?? [],
            result: answer.authenticationResult
        )
    }
}

/// The common members of the responses of a sign-in's two operations.
protocol SignInAnswer {
    var challengeName: ChallengeNameType? { get }
    var session: String? { get }
    var challengeParameters: [String: String]? { get }
    var availableChallenges: [ChallengeNameType]? { get }
    var authenticationResult: AuthenticationResultType? { get }
}

extension InitiateAuthResponse: SignInAnswer {}

extension RespondToAuthChallengeResponse: SignInAnswer {}
