// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseProject
package import GatehouseWire

/// Compares the identity pool of a project with that of the server.
package enum IdentityPoolPlanner {
    /// Reads the identity pool, and plans what is to change.
    ///
    /// - Parameters:
    ///   - wanted: what the project wants.
    ///   - ids: the ids that are known.
    ///   - backend: the server.
    /// - Returns: the differences, the steps, and what would be lost.
    /// - Throws: `ServiceFault` of a call that failed.
    package static func parts(
        _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> PlanParts {
        var parts = PlanParts(ids: ids)
        if let auth = wanted.auth, let resource = wanted.authResource, wanted.imported == nil, !auth.isImported {
            if let settings = IdentityPoolSettings(wanted, auth) {
                try await add(settings, resource, wanted, to: &parts, on: backend)
            } else {
                try await addRemoval(of: resource, wanted, to: &parts, on: backend)
            }
        }
        for resource in wanted.removed where resource.category == "auth" && resource != .groups {
            if wanted.formerImports.contains(resource) {
                parts.ids.forgetIdentityPool(of: resource)
            } else if try await UserPoolRemoval.keepsUsers(of: resource, wanted, ids, on: backend) {
                try await addDetachment(of: resource, wanted, to: &parts, on: backend)
            } else {
                try await addRemoval(of: resource, wanted, to: &parts, on: backend)
            }
        }
        return parts
    }

    // MARK: - A wanted pool

    private static func add(
        _ settings: IdentityPoolSettings, _ resource: ResourceName, _ wanted: WantedState,
        to parts: inout PlanParts, on backend: Backend
    ) async throws(ServiceFault) {
        for provider in settings.unknownProviders {
            parts.obstacles.append(
                Obstacle(
                    text: "The id of \(provider.label) is not known in the environment \(wanted.environment).",
                    cure: "Run amplify update auth, and enter the id."))
        }
        let found = try await FoundIdentityPool(of: resource, wanted, parts.ids, on: backend)
        parts.notes += found.notes
        let present = found.pool?.supportedLoginProviders ?? [:]
        for key in settings.loginValues(beside: present).missing {
            let label = IdentityProvider(rawValue: key)?.label ?? key
            parts.obstacles.append(
                Obstacle(
                    text: "The secret of \(label) is not on this machine.",
                    cure: "Run amplify update auth, and enter the secret."))
        }
        guard let pool = found.pool else {
            return addCreation(of: settings, found, resource, wanted, to: &parts)
        }
        parts.exists = true
        parts.ids[resource, OutputName.identityPoolID] = pool.identityPoolId
        parts.ids[resource, OutputName.identityPoolName] = pool.identityPoolName
        try await addChanges(of: pool, to: settings, resource, wanted, to: &parts, on: backend)
    }

    private static func addCreation(
        of settings: IdentityPoolSettings, _ found: FoundIdentityPool, _ resource: ResourceName,
        _ wanted: WantedState, to parts: inout PlanParts
    ) {
        if let lost = found.lostID {
            guard wanted.makesNewPools else {
                let gone = Obstacle(
                    text: "The identity pool \(lost) was deleted on the server.",
                    cure: "Run amplify import auth to use another one, or amplify push --force to make a new one: "
                        + "users get new identities.")
                parts.obstacles.append(found.isForeign ? wanted.foreignObstacle("identity pool", lost) : gone)
                return
            }
            parts.ids.forgetIdentityPool(of: resource)
        }
        parts.differences.append(
            Difference(member: "IdentityPool.IdentityPoolName", old: nil, new: settings.name))
        parts.steps.append(
            (
                .identityPool,
                IdentityPoolStep(
                    resource: resource, settings: settings, wanted: wanted,
                    title: "Create the identity pool \(settings.name)")
            ))
        parts.steps.append(
            (.roleMapping, RoleMappingStep(resource: resource, settings: settings, wanted: wanted)))
    }

    private static func addChanges(
        of pool: IdentityPool, to settings: IdentityPoolSettings, _ resource: ResourceName, _ wanted: WantedState,
        to parts: inout PlanParts, on backend: Backend
    ) async throws(ServiceFault) {
        // A user pool that is gone is made anew with other ids, which the steps read.
        let ids = try await existing(resource, parts.ids, on: backend)
        let google = try await GoogleProvider.find(for: settings.googleClients, on: backend)
        var differences: [Difference] = []
        if let changed = settings.applied(to: pool, resource, ids, google: google.arn ?? "Google") {
            differences = pool.differences(to: changed)
        } else {
            differences = [Difference(member: "IdentityPool.CognitoIdentityProviders", old: nil, new: "new clients")]
        }
        differences += google.missing.map {
            Difference(member: "OpenIDConnectProvider.accounts.google.com.ClientIDList", old: nil, new: $0)
        }
        if !differences.isEmpty {
            parts.differences += differences
            parts.steps.append(
                (
                    .identityPool,
                    IdentityPoolStep(
                        resource: resource, settings: settings, wanted: wanted,
                        title: "Update the identity pool \(settings.name)")
                ))
        }
        let roles = try await backend.identityPools.getIdentityPoolRoles(
            GetIdentityPoolRolesInput(identityPoolId: pool.identityPoolId))
        let mappings = settings.mappings(resource, ids, beside: roles.roleMappings ?? [:])
        let arns = try await PoolRoles(of: wanted, on: backend).arns
        guard let mappings, let arns, roles.roles ?? [:] == arns, roles.hasMappings(mappings) else {
            parts.differences.append(
                Difference(
                    member: "IdentityPool.Roles", old: roles.text,
                    new: [wanted.authRoleName, wanted.unauthRoleName].joined(separator: ", ")
                        + (settings.hasGroups ? ", and those of groups" : "")))
            parts.steps.append(
                (.roleMapping, RoleMappingStep(resource: resource, settings: settings, wanted: wanted)))
            return
        }
    }

    /// The ids without the ids of a user pool and of clients that do not exist.
    private static func existing(
        _ resource: ResourceName, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> KnownIDs {
        guard let pool = ids[resource, OutputName.userPoolID] else { return ids }
        var rest = ids
        if try await backend.userPool(pool) == nil { rest[resource, OutputName.userPoolID] = nil }
        for name in [OutputName.nativeClientID, OutputName.webClientID] {
            guard rest[resource, OutputName.userPoolID] != nil, let client = ids[resource, name],
                try await backend.client(client, inPool: pool) == nil
            else { continue }
            rest[resource, name] = nil
        }
        return rest
    }

    // MARK: - A pool that is not wanted

    private static func addRemoval(
        of resource: ResourceName, _ wanted: WantedState, to parts: inout PlanParts, on backend: Backend
    ) async throws(ServiceFault) {
        guard let id = parts.ids[resource, OutputName.identityPoolID] else { return }
        // A pool that no push made, or that was detached and taken back by an import, is never changed.
        guard let pool = try await backend.identityPool(id), pool.isOf(wanted) else {
            parts.ids.forgetIdentityPool(of: resource)
            return
        }
        let name = pool.identityPoolName
        let identities = try await backend.identities(ofPool: id)
        if identities.number > 0 {
            let number = identities.text("identity", plural: "identities")
            parts.losses.append(
                Loss(resource: name, text: "\(number) of \(name) will be deleted.", count: identities.number))
        }
        parts.differences.append(Difference(member: "IdentityPool.IdentityPoolName", old: name, new: nil))
        parts.steps.append((.removal, IdentityPoolRemovalStep(resource: resource, id: id, name: name)))
    }

    private static func addDetachment(
        of resource: ResourceName, _ wanted: WantedState, to parts: inout PlanParts, on backend: Backend
    ) async throws(ServiceFault) {
        guard let id = parts.ids[resource, OutputName.identityPoolID] else { return }
        guard let pool = try await backend.identityPool(id), pool.isOf(wanted) else {
            parts.ids.forgetIdentityPool(of: resource)
            return
        }
        parts.notes.append(
            "The identity pool \(pool.identityPoolName) stays, since users of its user pool use it; it is detached.")
        parts.steps.append(
            (
                .removal,
                IdentityPoolDetachStep(
                    resource: resource, id: id, name: pool.identityPoolName, environment: wanted.environment)
            ))
    }
}

extension GetIdentityPoolRolesResponse {
    /// The roles as a person reads them; `nil` without any.
    fileprivate var text: String? {
        guard let roles, !roles.isEmpty else { return nil }
        let names = roles.sorted { $0.key < $1.key }.map { $0.value.split(separator: "/").last.map(String.init) ?? "" }
        return (names + (roleMappings ?? [:]).keys.sorted()).joined(separator: ", ")
    }
}
