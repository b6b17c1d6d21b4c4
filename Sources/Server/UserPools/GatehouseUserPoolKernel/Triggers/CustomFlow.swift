// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

/// A challenge of a custom flow with its result.
package struct AnsweredChallenge: Sendable, Equatable, Codable {
    /// The challenge's name in trigger events: `CUSTOM_CHALLENGE`, `SRP_A`, `PASSWORD_VERIFIER`, or the name of a
    /// second factor.
    package var name: String
    /// Whether the answer was correct.
    package var isRight: Bool
    /// The `challengeMetadata` from the CreateAuthChallenge trigger.
    var metadata: String?

    /// Creates the record of an answered challenge.
    package init(name: String, isRight: Bool, metadata: String? = nil) {
        self.name = name
        self.isRight = isRight
        self.metadata = metadata
    }

    fileprivate var json: WireValue {
        var members: [WireName: WireValue] = ["challengeName": .string(name), "challengeResult": .bool(isRight)]
        members["challengeMetadata"] = metadata.map(WireValue.string)
        return .object(members)
    }
}

/// The members that the events of all triggers of a custom flow have in common.
package struct CustomFlow: Sendable {
    let subject: TriggerSubject
    /// The challenges so far, the oldest first.
    let history: [AnsweredChallenge]
    let metadata: [String: String]?

    /// Creates the flow of a user; `metadata` is the caller's data for triggers.
    package init(subject: TriggerSubject, history: [AnsweredChallenge], metadata: [String: String]?) {
        self.subject = subject
        self.history = history
        self.metadata = metadata
    }

    func request(_ others: [WireName: WireValue] = [:]) -> [WireName: WireValue] {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["userNotFound"] = .bool(subject.isUnknown)
        return request.merging(others) { $1 }
    }

    var session: WireValue { .array(history.map(\.json)) }
}

extension ServiceFault {
    /// The fault for a pool without the triggers of a custom flow.
    package static let noCustomFlow = ServiceFault.invalidParameter(
        "Custom auth lambda trigger is not configured for the user pool.")
}

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
