// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// A challenge of a custom flow that was answered, and how.
struct AnsweredChallenge: Sendable, Equatable, Codable {
    /// The name that functions know: `CUSTOM_CHALLENGE`, `SRP_A`, `PASSWORD_VERIFIER` and those of second factors.
    var name: String
    var isRight: Bool
    /// What the function that made the challenge wrote beside it.
    var metadata: String?

    fileprivate var json: WireValue {
        var members: [WireName: WireValue] = ["challengeName": .string(name), "challengeResult": .bool(isRight)]
        members["challengeMetadata"] = metadata.map(WireValue.string)
        return .object(members)
    }
}

/// What the functions of a custom flow are told, whichever of them it is.
struct CustomFlow: Sendable {
    let subject: TriggerSubject
    /// The challenges so far, the first one first.
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
