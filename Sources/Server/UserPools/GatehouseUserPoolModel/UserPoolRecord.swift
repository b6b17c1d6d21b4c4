// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import Foundation

/// A user pool as the store keeps it: its description in the API's form, and settings that the description does not
/// contain.
package struct UserPoolRecord: Sendable, Equatable {
    /// The maximum number of pools in a region.
    package static let maximumPerRegion = 1_000

    /// The pool's id: its region, an underscore and random characters.
    package let id: String
    /// The pool as `DescribeUserPool` returns it, without the number of users.
    package var description: UserPoolType
    /// The settings for user sessions.
    package var sessions: SessionSettings
    /// The factors besides the password.
    package var factors: PoolFactors
    /// The time at which the pool was created.
    package let createdAt: Date
    /// The time at which a setting of the pool last changed.
    package var modifiedAt: Date

    /// Creates the record of a pool.
    package init(
        id: String, description: UserPoolType, sessions: SessionSettings = SessionSettings(),
        factors: PoolFactors = .none, createdAt: Date, modifiedAt: Date
    ) {
        self.id = id
        self.description = description
        self.sessions = sessions
        self.factors = factors
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}

/// The settings of a pool for user sessions.
package struct SessionSettings: Sendable, Equatable {
    /// Whether the pool records sessions.
    package let isTracked: Bool
    /// The maximum number of sessions of a user, from 1 to 100; one more ends the session that was used longest ago.
    package let maximumPerUser: Int

    /// Creates the settings; the defaults are those of a new pool.
    package init(isTracked: Bool = false, maximumPerUser: Int = 20) {
        self.isTracked = isTracked
        self.maximumPerUser = maximumPerUser
    }
}
