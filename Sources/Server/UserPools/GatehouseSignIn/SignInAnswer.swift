// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// The result of a step of a sign-in: a challenge, tokens, or an authentication on the hosted pages.
enum SignInAnswer: Sendable {
    /// A challenge. In `USER_AUTH`, it contains the first factors that the user can choose instead.
    case challenge(
        ChallengeNameType, session: String, parameters: [String: String], available: [ChallengeNameType]? = nil)
    case tokens(AuthenticationResultType)
    indirect case authenticated(HostedAuthentication, NewBrowserSession?)
}

/// The response of the four operations that take a step of a sign-in.
protocol SignInResponse {
    init(
        challengeName: ChallengeNameType?, session: String?, challengeParameters: [String: String]?,
        authenticationResult: AuthenticationResultType?, availableChallenges: [ChallengeNameType]?)
}

extension SignInResponse {
    /// Creates the response of the API.
    /// - Throws: `NotAuthorizedException` for a sign-in on the hosted pages, which the API never continues.
    init(_ answer: SignInAnswer) throws(ServiceFault) {
        switch answer {
        case .challenge(let name, let session, let parameters, let available):
            self.init(
                challengeName: name, session: session, challengeParameters: parameters, authenticationResult: nil,
                availableChallenges: available)
        case .tokens(let tokens):
            self.init(
                challengeName: nil, session: nil, challengeParameters: [:], authenticationResult: tokens,
                availableChallenges: nil)
        case .authenticated: throw .invalidSession
        }
    }
}

extension InitiateAuthResponse: SignInResponse {}
extension RespondToAuthChallengeResponse: SignInResponse {}
extension AdminInitiateAuthResponse: SignInResponse {}
extension AdminRespondToAuthChallengeResponse: SignInResponse {}
