// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseProject
package import GatehouseWire

/// Compares the groups of a user pool with those that a project wants.
///
/// A group that an administrator made by hand stays: only groups that a push made, or that have the role which a push
/// gives its groups, leave with the project's list.
package enum GroupPlanner {
    /// Reads the groups, and plans what is to change.
    ///
    /// - Parameters:
    ///   - wanted: what the project wants.
    ///   - ids: the ids that are known; the user pool's is there if the pool exists.
    ///   - backend: the server.
    /// - Returns: the differences and the steps, for the resource of the list of groups.
    /// - Throws: `ServiceFault` of a call that failed.
    package static func parts(
        _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> PlanParts {
        var parts = PlanParts(ids: ids)
        guard let pool = WantedUserPool(wanted) else { return parts }
        guard let poolID = ids[pool.resource, OutputName.userPoolID] else {
            for group in WantedGroup.all(of: pool) {
                parts.steps.append((.groups, GroupStep(pool: pool, wanted: group, isNew: true)))
            }
            return parts
        }
        guard try await backend.canHaveGroups(pool.resource, wanted, ids) else { return parts }
        let found = try await backend.groups(ofPool: poolID)
        for group in WantedGroup.all(of: pool) {
            let role = group.roleARN(in: ids)
            if found[group.name] != nil {
                parts.exists = true
                group.record(in: &parts.ids)
            }
            let differences = group.differences(found[group.name], role: role)
            guard !differences.isEmpty else { continue }
            parts.differences += differences
            parts.steps.append((.groups, GroupStep(pool: pool, wanted: group, isNew: found[group.name] == nil)))
        }
        try await addRemovals(of: found, pool, poolID, to: &parts, on: backend)
        return parts
    }

    private static func addRemovals(
        of found: [String: GroupType], _ pool: WantedUserPool, _ poolID: String, to parts: inout PlanParts,
        on backend: Backend
    ) async throws(ServiceFault) {
        for name in parts.ids.names(OutputName.groups, of: pool.resource)
        where found[name] == nil && !pool.auth.groups.contains(name) {
            WantedGroup.forget(name, of: pool.resource, in: &parts.ids)
        }
        for (name, group) in found.sorted(by: { $0.key < $1.key }) where !pool.auth.groups.contains(name) {
            let role = RoleNames.group(name, ofPool: poolID)
            let isKnown = parts.ids.names(OutputName.groups, of: pool.resource).contains(name)
            guard isKnown || group.roleArn?.hasSuffix(":role/\(role)") == true else { continue }
            parts.exists = true
            parts.differences.append(Difference(member: "Group.\(name)", old: name, new: nil))
            parts.steps.append((.removal, GroupRemovalStep(pool: pool, name: name)))
            let members = try await backend.members(ofGroup: name, inPool: poolID)
            guard members.number > 0 else { continue }
            parts.losses.append(
                Loss(
                    resource: name,
                    text:
                        "The group \(name) of \(pool.name) with \(members.text("member")) will be deleted; its members "
                        + "stay users.",
                    count: members.number))
        }
    }
}

extension Backend {
    /// Whether the user pool of a resource can have groups that a push made, or their roles can be left.
    ///
    /// A push marks the pool by a tag before it makes the first group or role of a group, and the tag stays. So a pool
    /// without it has no such group, also if a push was killed, or its answers were lost.
    ///
    /// - Throws: `ServiceFault` of a call.
    func canHaveGroups(
        _ resource: ResourceName, _ wanted: WantedState, _ ids: KnownIDs
    ) async throws(ServiceFault) -> Bool {
        guard resource == wanted.authResource, let auth = wanted.auth, auth.hasUserPool, auth.groups.isEmpty,
            ids.names(OutputName.groups, of: resource).isEmpty, ids.outputs[.groups] == nil,
            let id = ids[resource, OutputName.userPoolID], let pool = try await userPool(id)
        else { return true }
        return pool.userPoolTags?[WantedState.groupsTag] != nil
    }
}

/// A group that a project wants in its user pool.
struct WantedGroup: Sendable {
    /// The user pool.
    let pool: WantedUserPool
    /// The name.
    let name: String
    /// The place in the order, from 1.
    let precedence: Int

    /// The groups that a project wants, in their order.
    static func all(of pool: WantedUserPool) -> [WantedGroup] {
        pool.auth.groups.enumerated().map { WantedGroup(pool: pool, name: $1, precedence: $0 + 1) }
    }

    /// The name of a group's role among the values of the list of groups, as AWS's tool has it.
    static func outputName(_ group: String) -> String { "\(group)GroupRole" }

    /// Writes down that a group is gone.
    static func forget(_ group: String, of resource: ResourceName, in ids: inout KnownIDs) {
        ids.note(group, OutputName.groups, of: resource, exists: false)
        ids[.groups, outputName(group)] = nil
    }

    /// Writes down that the group is there, and its role.
    func record(in ids: inout KnownIDs) {
        ids.note(name, OutputName.groups, of: pool.resource, exists: true)
        ids[.groups, Self.outputName(name)] = roleARN(in: ids)
    }

    /// The ARN of the group's role; `nil` without an identity pool, which alone gives roles.
    func roleARN(in ids: KnownIDs) -> String? {
        guard pool.auth.hasIdentityPool, let poolID = ids[pool.resource, OutputName.userPoolID],
            let account = ids[pool.resource, OutputName.userPoolARN].flatMap(RoleNames.account(inARN:))
        else { return nil }
        return RoleNames.arn(RoleNames.group(name, ofPool: poolID), account: account)
    }

    /// What differs in a group.
    ///
    /// - Parameters:
    ///   - found: the group as it is; `nil` if there is none.
    ///   - role: the ARN of the role that it has to have; without one, its role stays.
    /// - Returns: the differences.
    func differences(_ found: GroupType?, role: String?) -> [Difference] {
        guard let found else { return [Difference(member: "Group.\(name)", old: nil, new: name)] }
        var stated = StatedSettings(members: ["Precedence": .integer(Int64(precedence))])
        if let role { stated.members["RoleArn"] = .string(role) }
        return stated.differences(from: found.wireMembers, of: "Group.\(name)")
    }
}

/// Makes a group, or gives it its place in the order and its role.
struct GroupStep: DeploymentStep {
    let pool: WantedUserPool
    let wanted: WantedGroup
    /// Whether the group is made; only the title depends on it.
    let isNew: Bool

    var resource: ResourceName { .groups }
    var title: String { "\(isNew ? "Create" : "Update") the group \(wanted.name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let poolID = try pool.poolID(in: ids)
        let role = wanted.roleARN(in: ids)
        let found = try await backend.groups(ofPool: poolID)[wanted.name]
        if found == nil {
            _ = try await backend.userPools.createGroup(
                CreateGroupRequest(
                    groupName: wanted.name, userPoolId: poolID, roleArn: role, precedence: wanted.precedence))
        } else if !wanted.differences(found, role: role).isEmpty {
            _ = try await backend.userPools.updateGroup(
                UpdateGroupRequest(
                    groupName: wanted.name, userPoolId: poolID, roleArn: role, precedence: wanted.precedence))
        }
        wanted.record(in: &ids)
    }
}

/// Removes a group that a push made and the project no longer has.
struct GroupRemovalStep: DeploymentStep {
    let pool: WantedUserPool
    let name: String

    var resource: ResourceName { .groups }
    var title: String { "Delete the group \(name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let poolID = try pool.poolID(in: ids)
        if try await backend.groups(ofPool: poolID)[name] != nil {
            try await backend.userPools.deleteGroup(DeleteGroupRequest(groupName: name, userPoolId: poolID))
        }
        WantedGroup.forget(name, of: pool.resource, in: &ids)
    }
}
