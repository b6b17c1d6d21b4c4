// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// A challenge that a function has made.
struct CreateAuthChallenge: Sendable, Equatable, Codable {
    /// What the client is shown.
    var shown: [String: String]
    /// What the answer is compared with; the client never sees it.
    var hidden: [String: String]
    var metadata: String?

    /// The event that the function is told.
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

extension UserPools {
    /// Has the pool's function make a challenge.
    /// - Throws: `InvalidParameterException` where the pool has none, and what ``run(_:_:)`` throws.
    func createChallenge(_ flow: CustomFlow) async throws(ServiceFault) -> CreateAuthChallenge {
        guard let response = try await run(.createAuthChallenge, CreateAuthChallenge.event(flow)) else {
            throw .noCustomFlow
        }
        return try CreateAuthChallenge(response)
    }
}
