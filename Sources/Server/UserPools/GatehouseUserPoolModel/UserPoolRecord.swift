// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import Foundation

/// A user pool as it is kept: its description in the words of the service.
package struct UserPoolRecord: Sendable, Equatable {
    /// Pools that one region can have.
    package static let maximumPerRegion = 1_000

    package let id: String
    /// What `DescribeUserPool` prints, but for the number of users.
    package var description: UserPoolType
    package var sessions: SessionSettings
    package var factors: PoolFactors
    package let createdAt: Date
    package var modifiedAt: Date

    /// Creates the row of a pool.
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
