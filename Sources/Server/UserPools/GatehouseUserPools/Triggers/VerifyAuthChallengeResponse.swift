// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// A function's judgement of an answer.
enum VerifyAuthChallengeResponse {
    /// The event that the function is told: the answer, and what the challenge's maker has hidden.
    static func event(_ flow: CustomFlow, answer: String, hidden: [String: String]) -> TriggerEvent {
        TriggerEvent(
            subject: flow.subject, source: "VerifyAuthChallengeResponse_Authentication",
            request: flow.request([
                "challengeAnswer": .string(answer),
                "privateChallengeParameters": .object(ofTexts: hidden),
            ]),
            response: ["answerCorrect": nil])
    }
}

extension UserPools {
    /// Has the pool's function judge an answer.
    /// - Throws: `InvalidParameterException` where the pool has none, and what ``run(_:_:)`` throws.
    func verifyAnswer(
        _ answer: String, hidden: [String: String], in flow: CustomFlow
    ) async throws(ServiceFault) -> Bool {
        let event = VerifyAuthChallengeResponse.event(flow, answer: answer, hidden: hidden)
        guard let response = try await run(.verifyAuthChallengeResponse, event) else { throw .noCustomFlow }
        return try response.flag("answerCorrect")
    }
}
