// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseAccounts
import GatehouseServer
import GatehouseUserPoolKernel
import GatehouseUserPools

extension TestGatehouse {
    /// Puts a user in a group, which is made if the pool does not have it.
    /// - Throws: the service's fault.
    package func addToGroup(_ username: String, _ group: String, inPool poolID: String) async throws {
        let service = installation.userPools.service(for: administration)
        let known = try await service.listGroups(ListGroupsRequest(userPoolId: poolID)).groups ?? []
        if !known.contains(where: { $0.groupName == group }) {
            _ = try await service.createGroup(CreateGroupRequest(groupName: group, userPoolId: poolID))
        }
        _ = try await service.adminAddUserToGroup(
            AdminAddUserToGroupRequest(userPoolId: poolID, username: username, groupName: group))
    }

    /// Removes a user from a group.
    /// - Throws: the service's fault.
    package func removeFromGroup(_ username: String, _ group: String, inPool poolID: String) async throws {
        _ = try await installation.userPools.service(for: administration).adminRemoveUserFromGroup(
            AdminRemoveUserFromGroupRequest(userPoolId: poolID, username: username, groupName: group))
    }

    /// Revokes all sessions of a user.
    /// - Throws: the service's fault.
    package func endSessions(of username: String, inPool poolID: String) async throws {
        _ = try await installation.userPools.service(for: administration).adminUserGlobalSignOut(
            AdminUserGlobalSignOutRequest(userPoolId: poolID, username: username))
    }
}
