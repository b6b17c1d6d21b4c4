// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPools

extension DataBench {
    /// Puts a user in a group, which is made if the pool does not have it.
    func addToGroup(_ user: String, _ group: String) async throws {
        let (administrator, pool) = (fixture.administrator, fixture.poolID)
        let known = try await administrator.listGroups(ListGroupsRequest(userPoolId: pool)).groups ?? []
        if !known.contains(where: { $0.groupName == group }) {
            _ = try await administrator.createGroup(CreateGroupRequest(groupName: group, userPoolId: pool))
        }
        _ = try await administrator.adminAddUserToGroup(
            AdminAddUserToGroupRequest(userPoolId: pool, username: user, groupName: group))
    }

    /// Removes a user from a group.
    func removeFromGroup(_ user: String, _ group: String) async throws {
        _ = try await fixture.administrator.adminRemoveUserFromGroup(
            AdminRemoveUserFromGroupRequest(userPoolId: fixture.poolID, username: user, groupName: group))
    }
}
