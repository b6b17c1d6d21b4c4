// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
package import GatehouseWire

/// The response of the DefineAuthChallenge trigger: the next step of a custom flow.
package enum DefineAuthChallenge: Sendable, Equatable {
    case tokens
    case failure
    /// Another challenge, by its name.
    case challenge(String)

    /// Returns the trigger's event.
    static func event(_ flow: CustomFlow) -> TriggerEvent {
        TriggerEvent(
            subject: flow.subject, source: "DefineAuthChallenge_Authentication",
            request: flow.request(["session": flow.session]),
            response: ["challengeName": nil, "issueTokens": nil, "failAuthentication": nil])
    }

    /// Creates the decision from the trigger's response.
    ///
    /// - Throws: `InvalidLambdaResponseException` for a response without a decision.
    init(_ response: TriggerResponse) throws(ServiceFault) {
        let name = try response.text("challengeName")
        switch (try response.flag("failAuthentication"), try response.flag("issueTokens"), name) {
        // If a response has both flags, the safer decision applies.
        case (true, _, _): self = .failure
        case (false, true, _): self = .tokens
        case (false, false, let name?) where !name.isEmpty: self = .challenge(name)
        default: throw .unrecognizableOutput
        }
    }
}

extension TriggerRunner {
    /// Returns the next step of a custom flow from the pool's trigger.
    ///
    /// - Throws: `InvalidParameterException` if the pool has no such trigger, and the faults of ``run(_:_:)``.
    package func defineChallenge(_ flow: CustomFlow) async throws(ServiceFault) -> DefineAuthChallenge {
        guard let response = try await run(.defineAuthChallenge, DefineAuthChallenge.event(flow)) else {
            throw .noCustomFlow
        }
        return try DefineAuthChallenge(response)
    }
}
