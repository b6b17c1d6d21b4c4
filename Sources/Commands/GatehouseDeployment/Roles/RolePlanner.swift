// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoAdminShapes
import GatehouseProject
package import GatehouseWire

/// Compares the roles of an environment with the roles that the server has.
///
/// Users of the identity pool have one role for the signed-in, one for guests and one for each group. A server
/// without registered roles accepts any role, and after the first registration only registered ones. Therefore the server
/// registers the roles of all identity pools together with the first.
package enum RolePlanner {
    /// Reads the roles, and plans what is to change.
    ///
    /// - Parameters:
    ///   - wanted: what the project wants.
    ///   - ids: the ids that are known.
    ///   - backend: the server.
    /// - Returns: the differences and the steps.
    /// - Throws: `ServiceFault` of a call that failed.
    package static func parts(
        _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> PlanParts {
        var parts = PlanParts(ids: ids)
        if let auth = wanted.auth, let resource = wanted.authResource, !auth.isImported, wanted.imported == nil,
            auth.hasIdentityPool
        {
            try await add(auth, resource, wanted, to: &parts, on: backend)
        } else if wanted.imported == nil, let resource = wanted.authResource, wanted.auth?.isImported == false {
            // The identity pool is no longer wanted, and no user gets the roles.
            try await addRemoval(of: resource, keeping: [], wanted, to: &parts, on: backend)
        }
        for resource in wanted.removed where resource.category == "auth" && resource != .groups {
            if wanted.formerImports.contains(resource) { continue }
            let keepsUsers = try await UserPoolRemoval.keepsUsers(of: resource, wanted, ids, on: backend)
            try await addRemoval(
                of: resource, keeping: [], detaches: keepsUsers, wanted, to: &parts, on: backend)
        }
        return parts
    }

    // MARK: - Wanted roles

    private static func add(
        _ auth: AuthSettings, _ resource: ResourceName, _ wanted: WantedState, to parts: inout PlanParts,
        on backend: Backend
    ) async throws(ServiceFault) {
        let identityPool = try await FoundIdentityPool(of: resource, wanted, parts.ids, on: backend).pool?
            .identityPoolId
        let userPool = try await userPool(of: resource, parts.ids, on: backend)
        var roles = [
            EnvironmentRole(.signedIn, name: wanted.authRoleName),
            EnvironmentRole(.guests, name: wanted.unauthRoleName),
        ]
        if auth.hasUserPool { roles += auth.groups.map { EnvironmentRole(group: $0) } }
        for role in roles {
            let name = role.name(userPool: userPool)
            guard RoleNames.isValid(role.name(userPool: userPool ?? wanted.longestPoolID) ?? "") else {
                parts.obstacles.append(
                    Obstacle(
                        text:
                            "The name of \(role.label) has other characters than letters, digits and _+=,.@-, or more "
                            + "than \(RoleNames.longest).",
                        cure: "Rename the group: amplify update auth."))
                continue
            }
            let present: AccessManagementRole? =
                if let name { try await backend.role(named: name) } else { nil }
            if role.users == .signedIn { parts.exists = present != nil }
            // Others write the files and records with the names: a push must not change a role with more rights.
            if let present, !present.has(wanted.ownTags) {
                parts.obstacles.append(foreign(present))
                continue
            }
            add(role, present, name, identityPool, resource, wanted, to: &parts)
        }
        try await addRemoval(of: resource, keeping: roles, wanted, to: &parts, on: backend)
    }

    private static func foreign(_ role: AccessManagementRole) -> Obstacle {
        let owner = role.tag(WantedState.appTag).map { app in
            let environment = role.tag(WantedState.environmentTag).map { ", environment \($0)" } ?? ""
            return "belongs to the project \(app)\(environment)"
        }
        return Obstacle(
            text: "The role \(role.roleName) \(owner ?? "was not made by a push").",
            cure: "Delete the role if no pool needs it, or make an environment with other roles: amplify env add.")
    }

    /// Adds the steps of one role; `present` is the role on the server.
    private static func add(
        _ role: EnvironmentRole, _ present: AccessManagementRole?, _ name: String?, _ identityPool: String?,
        _ resource: ResourceName, _ wanted: WantedState, to parts: inout PlanParts
    ) {
        func step(_ title: String) -> RoleStep {
            RoleStep(resource: resource, role: role, tags: wanted.resourceTags, title: title)
        }
        // The role of a group has the id of the user pool in its name, and comes before the group.
        let stage: Stage = if case .group = role.users { .clients } else { .roles }
        let trust = role.trust(identityPool: identityPool)
        if let present {
            let found = RoleTrust.read(present.assumeRolePolicyDocument)
            if found != trust {
                parts.differences.append(
                    Difference(
                        member: "Roles.\(present.roleName).AssumeRolePolicyDocument",
                        old: found.map(RoleTrust.text), new: RoleTrust.text(trust)))
            }
            let isTagged = present.has(wanted.resourceTags)
            if !isTagged {
                parts.differences.append(
                    Difference(member: "Roles.\(present.roleName).Tags", old: nil, new: "those of the environment"))
            }
            if identityPool != nil, found != trust || !isTagged {
                parts.steps.append((stage, step("Change \(role.label)")))
            }
        } else {
            parts.differences.append(
                Difference(member: "Roles.\(name ?? role.label)", old: nil, new: name ?? role.label))
            parts.steps.append((stage, step("Create \(role.label)")))
        }
        // Only a pool that exists can be trusted.
        if identityPool == nil {
            parts.steps.append((.roleMapping, step("Let the identity pool give \(role.label)")))
        }
    }

    /// The id of the user pool, if it exists.
    private static func userPool(
        of resource: ResourceName, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> String? {
        guard let id = ids[resource, OutputName.userPoolID] else { return nil }
        return try await backend.userPool(id) == nil ? nil : id
    }

    // MARK: - Roles without users

    private static func addRemoval(
        of resource: ResourceName, keeping roles: [EnvironmentRole], detaches: Bool = false, _ wanted: WantedState,
        to parts: inout PlanParts, on backend: Backend
    ) async throws(ServiceFault) {
        let userPool = parts.ids[resource, OutputName.userPoolID]
        let kept = Set(roles.compactMap { $0.name(userPool: userPool) })
        var names: [String] = []
        // The two roles are the environment's, whatever the name of its auth resource.
        if wanted.auth?.hasIdentityPool != true { names += [wanted.authRoleName, wanted.unauthRoleName] }
        if let userPool, try await backend.canHaveGroups(resource, wanted, parts.ids) {
            names += try await backend.roleNames { $0.hasPrefix(userPool + "-") && $0.hasSuffix("GroupRole") }
        }
        for name in names where !kept.contains(name) {
            guard let role = try await backend.role(named: name), role.has(wanted.ownTags),
                role.tag(WantedState.detachedTag) == nil
            else { continue }
            if detaches {
                parts.steps.append(
                    (.removal, RoleDetachStep(resource: resource, name: name, environment: wanted.environment)))
            } else {
                parts.differences.append(Difference(member: "Roles.\(name)", old: name, new: nil))
                parts.steps.append((.removal, RoleRemovalStep(resource: resource, name: name)))
            }
        }
    }
}

extension WantedState {
    /// The tags that tell the things of this environment from all others.
    var ownTags: [String: String] { [Self.appTag: appID, Self.environmentTag: environment] }

    /// An id as long as the id of any user pool, before there is one.
    fileprivate var longestPoolID: String { region + "_" + String(repeating: "a", count: 9) }
}

extension Backend {
    /// The most pages of roles that are read.
    private static let mostRolePages = 1_000

    /// The names of the roles of the registry that a condition admits.
    ///
    /// - Throws: the service's fault.
    fileprivate func roleNames(where isWanted: (String) -> Bool) async throws(ServiceFault) -> [String] {
        var names: [String] = []
        var marker: String?
        for _ in 0..<Self.mostRolePages {
            let page = try await roles.listRoles(ListRolesRequest(marker: marker))
            names += page.roles.map(\.roleName).filter(isWanted)
            guard page.isTruncated == true, let next = page.marker else { break }
            marker = next
        }
        return names
    }
}
