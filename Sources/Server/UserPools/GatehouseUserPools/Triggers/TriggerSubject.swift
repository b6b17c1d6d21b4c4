// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// Whom an event is about, and on whose call.
struct TriggerSubject: Sendable {
    let pool: UserPoolRecord
    /// `nil` for an administrator's call, which names no client.
    let clientID: String?
    /// The stored name; for somebody who is not there, the name that was typed.
    let userName: String
    /// All values are texts.
    private(set) var attributes: [String: String]
    /// Whether nobody stands behind the name, and the function is asked all the same so that no caller learns of it.
    let isUnknown: Bool

    /// A user who is there, with what the pool knows of them.
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

    /// Somebody who is about to become a user.
    init(
        userName: String, attributes: [String: String], in pool: UserPoolRecord, by client: AppClientRecord?
    ) {
        (self.pool, self.clientID, self.userName, self.attributes) = (pool, client?.id, userName, attributes)
        isUnknown = false
    }

    /// Whoever a name stands for, if anybody.
    init(_ user: UserRecord?, named typedName: String, in pool: UserPoolRecord, by client: AppClientRecord?) {
        if let user {
            self.init(user, in: pool, by: client)
        } else {
            self.init(nobodyNamed: typedName, in: pool, by: client)
        }
    }

    /// Nobody.
    init(nobodyNamed userName: String, in pool: UserPoolRecord, by client: AppClientRecord?) {
        (self.pool, self.clientID, self.userName, attributes) = (pool, client?.id, userName, [:])
        isUnknown = true
    }

    /// The same with this address or number, not proved yet if it is a new one; nobody stays nobody.
    func with(_ value: String, for attribute: String) -> TriggerSubject {
        guard !isUnknown, attributes[attribute] != value else { return self }
        var subject = self
        subject.attributes[attribute] = value
        subject.attributes[attribute + "_verified"] = "false"
        return subject
    }
}
