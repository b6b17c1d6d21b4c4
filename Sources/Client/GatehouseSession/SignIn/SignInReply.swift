// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseWire

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

extension SignInReply {
    /// A parameter that the challenge cannot do without.
    ///
    /// - Throws: `.unanswerable` naming it.
    func required(_ name: String) throws(SessionError) -> String {
        guard let value = parameters[name], !value.isEmpty else {
            throw .unanswerable("The challenge lacks \(name).")
        }
        return value
    }

    /// The factors in a parameter that is a JSON array inside a string; unknown names are dropped.
    func secondFactors(in name: String) -> Set<SecondFactor> {
        let names = parameters[name].flatMap { try? WireValue(json: Data($0.utf8)) }?.arrayValue ?? []
        return Set(names.compactMap { $0.stringValue.flatMap(SecondFactor.init(rawValue:)) })
    }
}
