// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

/// A challenge of a custom flow with its result.
package struct AnsweredChallenge: Sendable, Equatable, Codable {
    /// The challenge's name in trigger events: `CUSTOM_CHALLENGE`, `SRP_A`, `PASSWORD_VERIFIER`, or that of a second
    /// factor.
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

    /// Creates the flow of a user; `metadata` is what the caller of the operation gave to triggers.
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
