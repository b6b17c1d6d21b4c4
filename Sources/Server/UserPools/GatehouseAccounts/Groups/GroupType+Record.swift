// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel
import GatehouseWire

extension GroupType {
    /// Creates the wire form of a group.
    package init(_ group: GroupRecord) {
        self.init(
            groupName: group.name, userPoolId: group.poolID, description: group.description, roleArn: group.roleARN,
            precedence: group.precedence, lastModifiedDate: group.modifiedAt, creationDate: group.createdAt)
    }
}

extension UserPoolReading {
    /// Returns the group with a name in a pool.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such group or no such pool.
    func existingGroup(_ name: String, inPool poolID: String) throws -> GroupRecord {
        _ = try existingPool(poolID)
        guard let group = try group(name, inPool: poolID) else {
            throw ServiceFault(.resourceNotFound, "Group not found.")
        }
        return group
    }
}
