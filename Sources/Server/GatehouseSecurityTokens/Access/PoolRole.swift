// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A role by which an identity pool gives credentials, whether it is registered or not.
package struct PoolRole: Sendable, Hashable {
    /// The id of the identity pool.
    package let identityPoolID: String
    /// The role's ARN as the pool, or the group of a user pool, has it.
    package let arn: String
    /// Whether guests get the role; otherwise people who signed in get it.
    package let isForGuests: Bool

    /// Describes the role of a pool.
    package init(identityPoolID: String, arn: String, isForGuests: Bool) {
        self.identityPoolID = identityPoolID
        self.arn = arn
        self.isForGuests = isForGuests
    }
}
