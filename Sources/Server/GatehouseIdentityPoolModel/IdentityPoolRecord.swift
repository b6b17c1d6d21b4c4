// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation

/// The stored form of an identity pool: its description and its roles, in the shapes of the service.
package struct IdentityPoolRecord: Sendable, Equatable {
    /// The identity pool's id: its region, a colon and a UUID.
    package let id: String
    /// The result of `DescribeIdentityPool`.
    package var description: IdentityPool
    /// The result of `GetIdentityPoolRoles`.
    package var roles: GetIdentityPoolRolesResponse
    /// The attribute maps of session tags, by the provider's key as ``PrincipalTagMap`` names it.
    package var principalTags: [String: PrincipalTagMap]
    /// The time at which the pool was created.
    package let createdAt: Date
    /// The time of the last change to the description or the roles.
    package var modifiedAt: Date

    /// Creates the row of a pool.
    package init(
        id: String, description: IdentityPool, roles: GetIdentityPoolRolesResponse,
        principalTags: [String: PrincipalTagMap] = [:], createdAt: Date, modifiedAt: Date
    ) {
        self.id = id
        self.description = description
        self.roles = roles
        self.principalTags = principalTags
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }

    /// The part of the id before the colon.
    package var region: String { RegionalID.region(of: id) }
}

/// The ids of pools and identities, in the form `<region>:<uuid>`.
package enum RegionalID {
    /// The part before the first colon.
    package static func region(of id: String) -> String {
        id.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    }
}
