// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseWire

/// What a step of a sign-in ends in: a challenge, or tokens.
enum SignInAnswer: Sendable {
    case challenge(ChallengeNameType, session: String, parameters: [String: String])
    case tokens(AuthenticationResultType)
}

extension InitiateAuthResponse {
    init(_ answer: SignInAnswer) {
        switch answer {
        case .challenge(let name, let session, let parameters):
            self.init(challengeName: name, session: session, challengeParameters: parameters)
        case .tokens(let tokens):
            self.init(challengeParameters: [:], authenticationResult: tokens)
        }
    }
}

extension RespondToAuthChallengeResponse {
    init(_ answer: SignInAnswer) {
        switch answer {
        case .challenge(let name, let session, let parameters):
            self.init(challengeName: name, session: session, challengeParameters: parameters)
        case .tokens(let tokens):
            self.init(challengeParameters: [:], authenticationResult: tokens)
        }
    }
}
