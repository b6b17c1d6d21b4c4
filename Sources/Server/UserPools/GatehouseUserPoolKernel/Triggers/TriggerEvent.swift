// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel
import GatehouseWire

/// The event of a trigger: the members of all events, and the members of one trigger.
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

/// The user of a trigger's event, and the client of the request.
package struct TriggerSubject: Sendable {
    let pool: UserPoolRecord
    /// The client's id; `nil` for an administrator's request, which names no client.
    let clientID: String?
    /// The stored user name; for an unknown user, the name in the request.
    let userName: String
    /// The user's attributes; all values are strings.
    private(set) var attributes: [String: String]
    /// Whether the user is unknown, and the trigger runs only to hide this from the caller.
    let isUnknown: Bool

    /// Creates the subject for an existing user, with the attributes in the pool.
    init(_ user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord?) {
        var attributes = user.attributes
        attributes["sub"] = user.sub
        attributes["cognito:user_status"] = user.status.rawValue
        for name in UserNames.active(for: user, in: pool) {
            switch name.kind {
            case .email: attributes["cognito:email_alias"] = user.attributes["email"]
            case .phoneNumber: attributes["cognito:phone_number_alias"] = user.attributes["phone_number"]
            case .username, .sub, .preferredUsername: break
            }
        }
        self.init(userName: user.username, attributes: attributes, in: pool, by: client)
    }

    /// Creates the subject for a user that is about to be created.
    package init(
        userName: String, attributes: [String: String], in pool: UserPoolRecord, by client: AppClientRecord?
    ) {
        (self.pool, self.clientID, self.userName, self.attributes) = (pool, client?.id, userName, attributes)
        isUnknown = false
    }

    /// Creates the subject for a user, or for an unknown user name.
    package init(_ user: UserRecord?, named typedName: String, in pool: UserPoolRecord, by client: AppClientRecord?) {
        if let user {
            self.init(user, in: pool, by: client)
        } else {
            self.init(nobodyNamed: typedName, in: pool, by: client)
        }
    }

    /// Creates the subject for an unknown user name.
    init(nobodyNamed userName: String, in pool: UserPoolRecord, by client: AppClientRecord?) {
        (self.pool, self.clientID, self.userName, attributes) = (pool, client?.id, userName, [:])
        isUnknown = true
    }

    /// Returns the subject with an address or phone number, marked as unverified if it is new; an unknown user stays
    /// unchanged.
    func with(_ value: String, for attribute: String) -> TriggerSubject {
        guard !isUnknown, attributes[attribute] != value else { return self }
        var subject = self
        subject.attributes[attribute] = value
        subject.attributes[attribute + "_verified"] = "false"
        return subject
    }
}
