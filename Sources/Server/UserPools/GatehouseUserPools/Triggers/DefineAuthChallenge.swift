// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// What follows in a custom flow, as a function decides.
enum DefineAuthChallenge: Sendable, Equatable {
    case tokens
    case failure
    case challenge(String)

    /// The event that the function is told.
    static func event(_ flow: CustomFlow) -> TriggerEvent {
        TriggerEvent(
            subject: flow.subject, source: "DefineAuthChallenge_Authentication",
            request: flow.request(["session": flow.session]),
            response: ["challengeName": nil, "issueTokens": nil, "failAuthentication": nil])
    }

    /// - Throws: `InvalidLambdaResponseException` for an answer that decides nothing.
    init(_ response: TriggerResponse) throws(ServiceFault) {
        let name = try response.text("challengeName")
        switch (try response.flag("failAuthentication"), try response.flag("issueTokens"), name) {
        // A function that says both is taken by the safer word.
        case (true, _, _): self = .failure
        case (false, true, _): self = .tokens
        case (false, false, let name?) where !name.isEmpty: self = .challenge(name)
        default: throw .unrecognizableOutput
        }
    }
}

extension UserPools {
    /// Asks the pool's function what follows.
    /// - Throws: `InvalidParameterException` where the pool has none, and what ``run(_:_:)`` throws.
    func defineChallenge(_ flow: CustomFlow) async throws(ServiceFault) -> DefineAuthChallenge {
        guard let response = try await run(.defineAuthChallenge, DefineAuthChallenge.event(flow)) else {
            throw .noCustomFlow
        }
        return try DefineAuthChallenge(response)
    }
}
