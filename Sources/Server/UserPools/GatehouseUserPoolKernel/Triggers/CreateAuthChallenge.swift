// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
package import GatehouseWire

/// The response of the CreateAuthChallenge trigger: a challenge.
package struct CreateAuthChallenge: Sendable, Equatable, Codable {
    /// The challenge parameters for the client.
    package var shown: [String: String]
    /// The parameters for the verification of the answer; the client never receives them.
    package var hidden: [String: String]
    /// The `challengeMetadata` for the later events of the flow.
    package var metadata: String?

    /// Returns the trigger's event.
    static func event(_ flow: CustomFlow) -> TriggerEvent {
        TriggerEvent(
            subject: flow.subject, source: "CreateAuthChallenge_Authentication",
            request: flow.request(["session": flow.session, "challengeName": "CUSTOM_CHALLENGE"]),
            response: [
                "publicChallengeParameters": nil, "privateChallengeParameters": nil, "challengeMetadata": nil,
            ])
    }

    init(_ response: TriggerResponse) throws(ServiceFault) {
        shown = try response.texts("publicChallengeParameters") ?? [:]
        hidden = try response.texts("privateChallengeParameters") ?? [:]
        metadata = try response.text("challengeMetadata")
    }
}

extension TriggerRunner {
    /// Creates a challenge with the pool's trigger.
    ///
    /// - Throws: `InvalidParameterException` if the pool has no such trigger, and the faults of ``run(_:_:)``.
    package func createChallenge(_ flow: CustomFlow) async throws(ServiceFault) -> CreateAuthChallenge {
        guard let response = try await run(.createAuthChallenge, CreateAuthChallenge.event(flow)) else {
            throw .noCustomFlow
        }
        return try CreateAuthChallenge(response)
    }
}
