// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseProject
import GatehouseWire
import ProjectShapes

/// What becomes of the user pool of an auth resource that a project no longer has.
///
/// A pool with users is detached: it stays as it is, and no push finds it again. It is deleted only if the person wants
/// that, and after the server has made a sealed copy of it. A pool that no push made, or that was detached and imported
/// again, is never changed.
enum UserPoolRemoval {
    /// Whether the user pool of a removed resource stays: it has users who are not to be deleted, or the project has
    /// imported one of the resource's pools.
    ///
    /// Then the identity pool and its roles stay, too: apps in use continue to work.
    ///
    /// - Throws: the service's fault.
    static func keepsUsers(
        of resource: ResourceName, _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> Bool {
        if let imported = wanted.imported {
            let pools = [imported.userPoolID, imported.identityPoolID]
            let former = [ids[resource, OutputName.userPoolID], ids[resource, OutputName.identityPoolID]]
            if zip(pools, former).contains(where: { $0 != nil && $0 == $1 }) { return true }
        }
        guard !wanted.deletesUsers, let id = ids[resource, OutputName.userPoolID],
            try await backend.userPool(id) != nil
        else { return false }
        let page = try await backend.userPools.listUsers(ListUsersRequest(userPoolId: id, limit: 1))
        return page.users?.isEmpty == false
    }

    /// Reads the pool, and plans what is to change.
    ///
    /// - Parameters:
    ///   - resource: the auth resource.
    ///   - wanted: what the project wants.
    ///   - ids: the ids that are known.
    ///   - backend: the server.
    /// - Returns: the operation for the table, and the step; `nil` if the resource has no pool.
    /// - Throws: `ServiceFault` of a call that failed.
    static func parts(
        of resource: ResourceName, _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> (operation: Operation, parts: PlanParts)? {
        guard let id = ids[resource, OutputName.userPoolID] else { return nil }
        let name = ids[resource, OutputName.userPoolName] ?? id
        var parts = PlanParts(ids: ids, exists: true)
        guard let pool = try await backend.userPool(id) else {
            parts.exists = false
            parts.steps = [(.removal, ForgetPoolStep(resource: resource, name: name))]
            return (.delete, parts)
        }
        let isOwn = pool.belongs(to: wanted) && pool.userPoolTags?[WantedState.detachedTag] == nil
        // A pool that was restored from a copy and imported has the tags of the former push.
        guard isOwn, !wanted.formerImports.contains(resource) else {
            parts.steps = [(.removal, ForgetPoolStep(resource: resource, name: pool.name ?? name))]
            return (.unlink, parts)
        }
        let users = pool.estimatedNumberOfUsers ?? 0
        let removal = PoolRemoval(resource: resource, id: id, name: pool.name ?? name, state: wanted)
        if wanted.imported?.userPoolID == id {
            // The project took it back by an import. The tag keeps later pushes from taking it for one of their own.
            parts.steps = [(.removal, DetachPoolStep(removal: removal))]
            return (.unlink, parts)
        }
        guard users == 0 || wanted.deletesUsers else {
            parts.steps = [(.removal, DetachPoolStep(removal: removal))]
            parts.notes = [
                "The user pool \(removal.name) keeps its \(Tally.text(users, "user")) and is no longer the project's. "
                    + "amplify import auth takes it back."
            ]
            return (.unlink, parts)
        }
        let deletion = DeletePoolStep(removal: removal, isArchived: users > 0)
        parts.steps = [(.removal, deletion)]
        if users > 0 {
            parts.steps = [(.archive, ArchivePoolStep(removal: removal)), (.removal, deletion)]
            parts.losses = [
                Loss(
                    resource: removal.name, text: "\(Tally.text(users, "user")) of \(removal.name) will be deleted.",
                    count: users)
            ]
        }
        return (.delete, parts)
    }
}

/// The pool that leaves a project.
struct PoolRemoval: Sendable {
    /// The auth resource.
    let resource: ResourceName
    /// The id of the pool.
    let id: String
    /// The name of the pool.
    let name: String
    /// What the project wants.
    let state: WantedState
}

/// Removes the ids of a pool from the project, and changes nothing on the server.
struct ForgetPoolStep: DeploymentStep {
    let resource: ResourceName
    let name: String

    var title: String { "Unlink the user pool \(name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        ids.forgetUserPool(of: resource)
    }
}

/// Detaches a pool with users from the project: a tag says from which environment.
struct DetachPoolStep: DeploymentStep {
    let removal: PoolRemoval

    var resource: ResourceName { removal.resource }
    var title: String { "Detach the user pool \(removal.name), which stays as it is" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        if let pool = try await backend.userPool(removal.id), let arn = pool.arn,
            pool.userPoolTags?[WantedState.detachedTag] != removal.state.environment
        {
            _ = try await backend.userPools.tagResource(
                TagResourceRequest(
                    resourceArn: arn, tags: [WantedState.detachedTag: removal.state.environment]))
        }
        ids.forgetUserPool(of: resource)
    }
}

/// Lets the server make a sealed copy of a pool with users, before anything that they use is deleted.
///
/// Without the copy nothing is deleted: a fault of this step ends the push.
struct ArchivePoolStep: DeploymentStep {
    let removal: PoolRemoval

    var resource: ResourceName { removal.resource }
    var title: String { "Archive the user pool \(removal.name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        guard let pool = try await backend.userPool(removal.id), pool.belongs(to: removal.state) else { return }
        try await removal.archive(on: backend, &ids)
    }
}

extension PoolRemoval {
    /// Makes a sealed copy, and writes down its name.
    fileprivate func archive(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        // Users who come between the digest and the copy cost another copy, and none of them is lost.
        let users = try await backend.digestOfUsers(inPool: id)
        let archive = try await backend.copies.archiveUserPool(ArchiveUserPoolRequest(userPoolId: id))
        ids[resource, OutputName.archiveName] = archive.archiveName
        ids[resource, OutputName.restoreCommand] = archive.restoreCommand
        ids[resource, OutputName.archivedUsers] = users
    }
}

/// Deletes a pool; one with users only after the server has made a sealed copy of it.
struct DeletePoolStep: DeploymentStep {
    let removal: PoolRemoval
    /// Whether an earlier step of the plan makes a copy.
    let isArchived: Bool

    var resource: ResourceName { removal.resource }
    var title: String { "Delete the user pool \(removal.name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        if let pool = try await backend.userPool(removal.id) { try await delete(pool, on: backend, &ids) }
        ids[resource, OutputName.archivedUsers] = nil
        ids.forgetUserPool(of: resource)
    }

    private func delete(_ pool: UserPoolType, on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        guard pool.belongs(to: removal.state) else {
            throw ServiceFault(
                .invalidParameter, "The user pool \(removal.name) does not belong to this environment any more.")
        }
        let users = pool.estimatedNumberOfUsers ?? 0
        guard users == 0 || removal.state.deletesUsers else {
            throw ServiceFault(
                .invalidParameter,
                "The user pool \(removal.name) has got \(Tally.text(users, "user")) since the plan was made. "
                    + "Run the command again.")
        }
        // Users may have come, gone or changed since the copy was made. A pool with too many to compare is copied again.
        if users > 0 {
            let present = try await backend.digestOfUsers(inPool: removal.id)
            if !isArchived || present == nil || ids[resource, OutputName.archivedUsers] != present {
                try await removal.archive(on: backend, &ids)
            }
        }
        if pool.deletionProtection == .active {
            var stated = StatedSettings()
            stated.members["DeletionProtection"] = .string(DeletionProtectionType.inactive.rawValue)
            if let change = try WantedUserPool.update(of: pool, to: stated) {
                _ = try await backend.userPools.updateUserPool(change)
            }
        }
        for domain in [pool.domain, pool.customDomain].compactMap(\.self) {
            _ = try await backend.userPools.deleteUserPoolDomain(
                DeleteUserPoolDomainRequest(domain: domain, userPoolId: removal.id))
        }
        try await backend.userPools.deleteUserPool(DeleteUserPoolRequest(userPoolId: removal.id))
    }
}
