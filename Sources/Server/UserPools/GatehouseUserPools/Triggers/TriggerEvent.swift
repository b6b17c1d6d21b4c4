// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// What a function is told: the members that all events share, and those of its own.
struct TriggerEvent: Sendable {
    let subject: TriggerSubject
    /// `triggerSource`: what has happened.
    let source: String
    var version = "1"
    /// What is asked, but for the user's attributes.
    let request: [WireName: WireValue]
    /// The members that the function is to fill in, with what they are when it does not.
    let response: [WireName: WireValue]
    /// Whether `request` has the user's attributes.
    var showsAttributes = true

    /// The whole event.
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
    /// A member for what the caller of an operation gave to functions; none where it gave nothing.
    static func metadata(_ values: [String: String]?) -> [WireName: WireValue] {
        values.map { ["clientMetadata": .object(ofTexts: $0)] } ?? [:]
    }
}
