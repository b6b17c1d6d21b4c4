// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// The event of a trigger: the members of all events, and those of one trigger.
struct TriggerEvent: Sendable {
    let subject: TriggerSubject
    /// The member `triggerSource`.
    let source: String
    var version = "1"
    /// The member `request`, without the user's attributes.
    let request: [WireName: WireValue]
    /// The member `response`, with default values that the function may replace.
    let response: [WireName: WireValue]
    /// Whether `request` contains the user's attributes.
    var showsAttributes = true

    /// The complete event.
    var json: WireValue {
        var request = request
        if showsAttributes {
            request["userAttributes"] = .object(ofTexts: subject.attributes)
        }
        let poolID = subject.pool.id
        let region = poolID.split(separator: "_", maxSplits: 1).first.map(String.init) ?? poolID
        return [
            "version": .string(version),
            "triggerSource": .string(source),
            "region": .string(region),
            "userPoolId": .string(poolID),
            "userName": .string(subject.userName),
            "callerContext": [
                "awsSdkVersion": "aws-sdk-unknown-unknown",
                "clientId": .string(subject.clientID ?? "CLIENT_ID_NOT_APPLICABLE"),
            ],
            "request": .object(request),
            "response": .object(response),
        ]
    }
}

extension [WireName: WireValue] {
    /// Returns the member `clientMetadata` of a request; empty if the caller sent none.
    static func metadata(_ values: [String: String]?) -> [WireName: WireValue] {
        values.map { ["clientMetadata": .object(ofTexts: $0)] } ?? [:]
    }
}
