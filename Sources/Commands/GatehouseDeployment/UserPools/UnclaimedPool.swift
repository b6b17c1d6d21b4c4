// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseWire

/// A user pool with the tags of the environment that no resource of the project has.
///
/// Such a pool is left if a push is killed after the server made the pool and before the folder has its id, and if the
/// project gives up its auth resource before the next push.
extension PoolRemoval {
    /// Plans what becomes of the pool.
    ///
    /// One without users and clients is as it was made, and is deleted. Any other may be in use, and is detached.
    ///
    /// - Parameters:
    ///   - pool: the pool.
    ///   - ids: the ids of the project, which stay.
    ///   - backend: the server.
    /// - Returns: the operation for the table, and the step.
    /// - Throws: `ServiceFault` of a call that failed.
    func unclaimed(
        _ pool: UserPoolType, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> (operation: Operation, parts: PlanParts) {
        var parts = PlanParts(ids: ids, exists: true)
        guard try await isUnused(pool, on: backend) else {
            parts.steps = [(.removal, UnclaimedPoolStep(removal: self, isDeleted: false))]
            parts.notes = [
                "No resource of the project has the user pool \(name), \(id), with the tags of this environment. It keeps "
                    + "its \(Tally.text(pool.estimatedNumberOfUsers ?? 0, "user")). amplify import auth takes it back."
            ]
            return (.unlink, parts)
        }
        parts.steps = [(.removal, UnclaimedPoolStep(removal: self, isDeleted: true))]
        parts.notes = [
            "The user pool \(name), \(id), was left by a push that did not end. It has no users and no clients, and is "
                + "deleted."
        ]
        return (.delete, parts)
    }

    /// Whether the pool has no users, and no clients by which users could sign up.
    fileprivate func isUnused(_ pool: UserPoolType, on backend: Backend) async throws(ServiceFault) -> Bool {
        guard pool.estimatedNumberOfUsers ?? 0 == 0 else { return false }
        return try await !backend.hasClients(id)
    }
}

/// Deletes or detaches a pool that no resource of the project has.
struct UnclaimedPoolStep: DeploymentStep {
    let removal: PoolRemoval
    /// Whether the pool is deleted; else it is detached.
    let isDeleted: Bool

    var resource: ResourceName { removal.resource }
    var title: String { step.title }

    private var step: any DeploymentStep {
        if isDeleted { DeletePoolStep(removal: removal, isArchived: false) } else { DetachPoolStep(removal: removal) }
    }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        if isDeleted, let pool = try await backend.userPool(removal.id) {
            guard try await removal.isUnused(pool, on: backend) else {
                throw ServiceFault(
                    .invalidParameter,
                    "The user pool \(removal.name) has got users or clients since the plan was made. Run the command "
                        + "again.")
            }
        }
        // The ids of the project belong to other pools.
        var others = KnownIDs()
        try await step.run(on: backend, &others)
    }
}
