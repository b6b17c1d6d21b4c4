// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// A challenge of a custom flow with its result.
struct AnsweredChallenge: Sendable, Equatable, Codable {
    /// The challenge's name in trigger events: `CUSTOM_CHALLENGE`, `SRP_A`, `PASSWORD_VERIFIER`, or that of a second
    /// factor.
    var name: String
    var isRight: Bool
    /// The `challengeMetadata` from the CreateAuthChallenge trigger.
    var metadata: String?

    fileprivate var json: WireValue {
        var members: [WireName: WireValue] = ["challengeName": .string(name), "challengeResult": .bool(isRight)]
        members["challengeMetadata"] = metadata.map(WireValue.string)
        return .object(members)
    }
}

/// The members that the events of all triggers of a custom flow have in common.
struct CustomFlow: Sendable {
    let subject: TriggerSubject
    /// The challenges so far, the oldest first.
    let history: [AnsweredChallenge]
    let metadata: [String: String]?

    func request(_ others: [WireName: WireValue] = [:]) -> [WireName: WireValue] {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["userNotFound"] = .bool(subject.isUnknown)
        return request.merging(others) { $1 }
    }

    var session: WireValue { .array(history.map(\.json)) }
}

extension ServiceFault {
    static let noCustomFlow = ServiceFault.invalidParameter(
        "Custom auth lambda trigger is not configured for the user pool.")
}
