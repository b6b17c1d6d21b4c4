// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// Something that a user did, or somebody tried in the user's name.
package struct AuthEventRecord: Sendable, Equatable {
    package let poolID: String
    package let sub: String
    /// Where the event stands among those of the user.
    ///
    /// The newest has the highest number; zero until the event is kept.
    package let position: Int
    /// What `AdminListUserAuthEvents` prints; id and date are always in it.
    package var description: AuthEventType

    /// Creates the row of an event.
    package init(poolID: String, sub: String, position: Int = 0, description: AuthEventType) {
        self.poolID = poolID
        self.sub = sub
        self.position = position
        self.description = description
    }
}
