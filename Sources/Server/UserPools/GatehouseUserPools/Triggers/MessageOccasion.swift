// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel

/// On whose account and whose call a message is sent: what functions that write or send messages are told.
struct MessageOccasion: Sendable {
    let user: UserRecord
    private(set) var subject: TriggerSubject
    let metadata: [String: String]?

    /// A message to a user; `client` is `nil` for an administrator's call.
    init(to user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord?, metadata: [String: String]?) {
        self.user = user
        subject = TriggerSubject(user, in: pool, by: client)
        self.metadata = metadata
    }

    /// A message that seems to go to somebody.
    init(
        toDecoy user: UserRecord, named typedName: String, in pool: UserPoolRecord, by client: AppClientRecord,
        metadata: [String: String]?
    ) {
        self.user = user
        subject = TriggerSubject(nobodyNamed: typedName, in: pool, by: client)
        self.metadata = metadata
    }

    var pool: UserPoolRecord { subject.pool }

    /// The occasion as functions learn of it: with the value that the message goes to, which may be waiting for its code.
    func reaching(_ destination: DeliveryDestination) -> MessageOccasion {
        var occasion = self
        occasion.subject = subject.with(destination.value, for: destination.attribute)
        return occasion
    }
}
