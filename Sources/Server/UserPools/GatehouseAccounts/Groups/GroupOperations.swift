// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Creates a group without members.
    package func createGroup(_ request: CreateGroupRequest) async throws(ServiceFault) -> CreateGroupResponse {
        let now = clock.now
        let group = GroupRecord(
            poolID: request.userPoolId, name: request.groupName, description: request.description,
            roleARN: request.roleArn, precedence: request.precedence, createdAt: now, modifiedAt: now)
        try await records.write { store in
            _ = try store.existingPool(group.poolID)
            guard try store.group(group.name, inPool: group.poolID) == nil else {
                throw ServiceFault(.groupExists, "A group with the name already exists.")
            }
            guard try !store.hasGroups(GroupRecord.maximumPerPool, inPool: group.poolID) else {
                throw ServiceFault(
                    .limitExceeded, "A user pool can have at most \(GroupRecord.maximumPerPool) groups.")
            }
            try store.insert(group)
        }
        return CreateGroupResponse(group: GroupType(group))
    }

    /// Returns a group.
    package func getGroup(_ request: GetGroupRequest) async throws(ServiceFault) -> GetGroupResponse {
        let group = try await records.read { try $0.existingGroup(request.groupName, inPool: request.userPoolId) }
        return GetGroupResponse(group: GroupType(group))
    }

    /// Changes a group; members that the request omits keep their values.
    package func updateGroup(_ request: UpdateGroupRequest) async throws(ServiceFault) -> UpdateGroupResponse {
        let now = clock.now
        let group = try await records.write { store in
            var group = try store.existingGroup(request.groupName, inPool: request.userPoolId)
            group.description = request.description ?? group.description
            group.roleARN = request.roleArn ?? group.roleARN
            group.precedence = request.precedence ?? group.precedence
            group.modifiedAt = now
            try store.update(group)
            return group
        }
        return UpdateGroupResponse(group: GroupType(group))
    }

    /// Removes a group, but not its members.
    package func deleteGroup(_ request: DeleteGroupRequest) async throws(ServiceFault) {
        try await records.write { store in
            let group = try store.existingGroup(request.groupName, inPool: request.userPoolId)
            try store.deleteGroup(group.name, inPool: group.poolID)
        }
    }

    /// Returns a page of a pool's groups, in the order of their names.
    package func listGroups(_ request: ListGroupsRequest) async throws(ServiceFault) -> ListGroupsResponse {
        let poolID = request.userPoolId
        let page = try await records.page(
            of: "groups of \(poolID)", token: request.nextToken, limit: request.limit, position: \GroupRecord.name
        ) { store, after, limit in
            _ = try store.existingPool(poolID)
            return try store.groups(inPool: poolID, after: after, limit: limit)
        }
        return ListGroupsResponse(groups: page.elements.map { GroupType($0) }, nextToken: page.nextToken)
    }

    /// Adds a user to a group; does nothing for a member.
    ///
    /// Tokens contain the group from the next sign-in or renewal.
    package func adminAddUserToGroup(_ request: AdminAddUserToGroupRequest) async throws(ServiceFault) {
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            let group = try store.existingGroup(request.groupName, inPool: pool.id)
            let maximum = GroupRecord.maximumPerUser
            let present = try store.groups(ofUser: user.sub, inPool: pool.id, after: nil, limit: maximum)
            guard present.count < maximum || present.contains(group) else {
                throw ServiceFault(.limitExceeded, "A user can be in at most \(maximum) groups.")
            }
            try store.addUser(user.sub, toGroup: group.name, inPool: pool.id)
        }
    }

    /// Removes a user from a group; does nothing for a user who is not a member.
    ///
    /// Tokens omit the group from the next sign-in or renewal.
    package func adminRemoveUserFromGroup(_ request: AdminRemoveUserFromGroupRequest) async throws(ServiceFault) {
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            let group = try store.existingGroup(request.groupName, inPool: pool.id)
            try store.removeUser(user.sub, fromGroup: group.name, inPool: pool.id)
        }
    }

    /// Returns a page of a group's members.
    package func listUsersInGroup(
        _ request: ListUsersInGroupRequest
    ) async throws(ServiceFault) -> ListUsersInGroupResponse {
        let (poolID, name) = (request.userPoolId, request.groupName)
        let page = try await records.page(
            of: "users of \(poolID) in \(name)", token: request.nextToken, limit: request.limit,
            position: \UserRecord.sub
        ) { store, after, limit in
            _ = try store.existingGroup(name, inPool: poolID)
            return try store.users(inGroup: name, ofPool: poolID, after: after, limit: limit)
        }
        return ListUsersInGroupResponse(users: page.elements.map { UserType($0) }, nextToken: page.nextToken)
    }

    /// Returns a page of a user's groups, in the order of their names.
    package func adminListGroupsForUser(
        _ request: AdminListGroupsForUserRequest
    ) async throws(ServiceFault) -> AdminListGroupsForUserResponse {
        let page = try await records.page(
            of: "groups of \(request.userPoolId) with \(request.username)", token: request.nextToken,
            limit: request.limit, position: \GroupRecord.name
        ) { store, after, limit in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            return try store.groups(ofUser: user.sub, inPool: pool.id, after: after, limit: limit)
        }
        return AdminListGroupsForUserResponse(
            groups: page.elements.map { GroupType($0) }, nextToken: page.nextToken)
    }
}

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
    fileprivate func existingGroup(_ name: String, inPool poolID: String) throws -> GroupRecord {
        _ = try existingPool(poolID)
        guard let group = try group(name, inPool: poolID) else {
            throw ServiceFault(.resourceNotFound, "Group not found.")
        }
        return group
    }
}
