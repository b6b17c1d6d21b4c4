// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel

/// The user and the request for which a message is sent; the triggers that write or send messages receive these data.
package struct MessageOccasion: Sendable {
    /// The recipient.
    package let user: UserRecord
    private(set) var subject: TriggerSubject
    let metadata: [String: String]?

    /// Creates the occasion of a message to a user; `client` is `nil` for an administrator's request.
    package init(to user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord?, metadata: [String: String]?)
    {
        self.user = user
        subject = TriggerSubject(user, in: pool, by: client)
        self.metadata = metadata
    }

    /// Creates the occasion of a message that is only simulated, because no user can receive it.
    package init(
        toDecoy user: UserRecord, named typedName: String, in pool: UserPoolRecord, by client: AppClientRecord,
        metadata: [String: String]?
    ) {
        self.user = user
        subject = TriggerSubject(nobodyNamed: typedName, in: pool, by: client)
        self.metadata = metadata
    }

    /// The pool of the recipient.
    package var pool: UserPoolRecord { subject.pool }

    /// The client of the request; `nil` for an administrator's request.
    var clientID: String? { subject.clientID }

    /// Returns the occasion with the destination's value among the attributes, which may not be verified yet.
    func reaching(_ destination: DeliveryDestination) -> MessageOccasion {
        var occasion = self
        occasion.subject = subject.with(destination.value, for: destination.attribute)
        return occasion
    }
}
