// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
package import GatehouseWire

/// The VerifyAuthChallengeResponse trigger, which verifies the answer to a challenge.
enum VerifyAuthChallengeResponse {
    /// Returns the trigger's event, with the answer and the challenge's private parameters.
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

extension TriggerRunner {
    /// Returns whether an answer is correct, as the pool's trigger decides.
    ///
    /// - Throws: `InvalidParameterException` if the pool has no such trigger, and the faults of ``run(_:_:)``.
    package func verifyAnswer(
        _ answer: String, hidden: [String: String], in flow: CustomFlow
    ) async throws(ServiceFault) -> Bool {
        let event = VerifyAuthChallengeResponse.event(flow, answer: answer, hidden: hidden)
        guard let response = try await run(.verifyAuthChallengeResponse, event) else { throw .noCustomFlow }
        return try response.flag("answerCorrect")
    }
}
