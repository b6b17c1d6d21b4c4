// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// An authentication event of a user, such as a sign-in or an attempt under the user's name.
package struct AuthEventRecord: Sendable, Equatable {
    /// The id of the user's pool.
    package let poolID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The event's number among those of the user.
    ///
    /// The newest event has the highest number; 0 before the store has assigned one.
    package let position: Int
    /// The event as `AdminListUserAuthEvents` returns it; id and date are always set.
    package var description: AuthEventType

    /// Creates the record of an event.
    package init(poolID: String, sub: String, position: Int = 0, description: AuthEventType) {
        self.poolID = poolID
        self.sub = sub
        self.position = position
        self.description = description
    }
}
