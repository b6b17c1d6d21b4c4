// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A group of a pool.
package struct GroupRecord: Sendable, Equatable {
    /// The maximum number of groups of a user.
    package static let maximumPerUser = 100
    /// The maximum number of groups in a pool.
    package static let maximumPerPool = 10_000

    /// The id of the user pool that the group belongs to.
    package let poolID: String
    /// The group's name, unique in the pool and case-sensitive.
    package let name: String
    package var description: String?
    /// The IAM role of the group's members.
    package var roleARN: String?
    /// The group's precedence: 0 is the highest, `nil` the lowest.
    package var precedence: Int?
    /// The time at which the group was created.
    package let createdAt: Date
    /// The time at which the description, role or precedence last changed.
    package var modifiedAt: Date

    /// Creates the record of a group.
    package init(
        poolID: String, name: String, description: String? = nil, roleARN: String? = nil, precedence: Int? = nil,
        createdAt: Date, modifiedAt: Date
    ) {
        self.poolID = poolID
        self.name = name
        self.description = description
        self.roleARN = roleARN
        self.precedence = precedence
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}
