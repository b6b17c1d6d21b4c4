// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseProject
import GatehouseWire

/// A plan that grows by the parts of its planners.
struct PlanAssembly {
    /// What the project wants.
    let wanted: WantedState
    /// The ids before the server was read.
    let known: KnownIDs
    /// The ids with those that were found.
    private(set) var ids: KnownIDs

    private var rows: [PlanRow] = []
    private var steps: [(stage: Stage, step: any DeploymentStep)] = []
    private var losses: [Loss] = []
    private var obstacles: [Obstacle] = []
    private var notes: [String] = []

    /// Begins a plan.
    init(wanted: WantedState, known: KnownIDs) {
        self.wanted = wanted
        self.known = known
        ids = known
    }

    /// The plan, with rows and steps in their order.
    var plan: Plan {
        let sortedSteps = Stage.allCases.flatMap { stage in steps.filter { $0.stage == stage }.map { $0.step } }
        return Plan(
            rows: rows.inTableOrder, steps: sortedSteps, losses: losses, obstacles: obstacles, notes: notes)
    }

    /// Adds all of parts but their differences, which belong into a row.
    private mutating func take(_ parts: PlanParts) {
        steps += parts.steps.map { (stage: $0.0, step: $0.1) }
        losses += parts.losses
        obstacles += parts.obstacles
        notes += parts.notes
        ids = parts.ids
    }

    private mutating func addRow(_ resource: ResourceName, exists: Bool, _ differences: [Difference], hasSteps: Bool) {
        let changes = hasSteps || !differences.isEmpty
        let operation: Operation = !exists ? .create : changes ? .update : .noChange
        rows.append(PlanRow(resource: resource, operation: operation, differences: exists ? differences : []))
    }

    // MARK: - Auth

    /// Adds the auth resource, its groups and its roles.
    mutating func addAuth(on backend: Backend) async throws(ServiceFault) {
        if let resource = wanted.authResource, let imported = wanted.imported {
            let (operation, parts) = try await ImportedAuthPlanner.parts(imported, resource, ids, on: backend)
            take(parts)
            rows.append(PlanRow(resource: resource, operation: operation))
        } else if wanted.auth?.isImported == true {
            obstacles.append(
                Obstacle(
                    text: "The environment \(wanted.environment) has no ids of the imported auth resource.",
                    cure: "Import it here, too: amplify import auth."))
        }
        // The planners know what belongs to them, and also remove what the project no longer has.
        let userPool = try await UserPoolPlanner.parts(wanted, ids, on: backend)
        take(userPool)
        let roles = try await RolePlanner.parts(wanted, ids, on: backend)
        take(roles)
        let identityPool = try await IdentityPoolPlanner.parts(wanted, ids, on: backend)
        take(identityPool)
        let groups = try await GroupPlanner.parts(wanted, ids, on: backend)
        take(groups)
        guard let auth = wanted.auth, let resource = wanted.authResource, !auth.isImported, wanted.imported == nil
        else {
            return
        }
        addRow(
            resource, exists: auth.hasUserPool ? userPool.exists : identityPool.exists,
            userPool.differences + identityPool.differences + roles.differences,
            hasSteps: [userPool, identityPool, roles].contains { !$0.steps.isEmpty })
        addGroupRow(groups, auth)
        addFunctionRows(userPool, auth)
    }

    private mutating func addGroupRow(_ groups: PlanParts, _ auth: AuthSettings) {
        if !auth.groups.isEmpty {
            addRow(.groups, exists: groups.exists, groups.differences, hasSteps: !groups.steps.isEmpty)
        } else if !groups.steps.isEmpty {
            rows.append(PlanRow(resource: .groups, operation: .delete, differences: groups.differences))
        }
    }

    /// The functions of triggers are resources of the project; what a push does with them is to set the triggers.
    private mutating func addFunctionRows(_ userPool: PlanParts, _ auth: AuthSettings) {
        for (name, templates) in auth.triggers.sorted(by: { $0.key < $1.key }) where !templates.isEmpty {
            let member = "UserPool.LambdaConfig.\(Trigger(rawValue: name)?.settingName ?? name)"
            let change = userPool.differences.first { $0.member == member }
            var operation = Operation.create
            var differences: [Difference] = []
            if userPool.exists {
                operation = change == nil ? .noChange : change?.old == nil ? .create : .update
                if let change { differences = [change] }
            }
            rows.append(
                PlanRow(
                    resource: ResourceName(category: "function", name: auth.resourceName + name),
                    operation: operation, differences: differences))
        }
    }

    // MARK: - API

    /// Adds the API.
    mutating func addAPI(on backend: Backend) async throws(ServiceFault) {
        let parts = try await APIPlanner.parts(wanted, ids, on: backend)
        take(parts)
        guard let resource = wanted.apiResource else { return }
        addRow(resource, exists: parts.exists, parts.differences, hasSteps: !parts.steps.isEmpty)
    }

    // MARK: - Resources that the project no longer has

    /// Adds the user pools of auth resources that the project no longer has, or whose user pool it no longer wants.
    mutating func addRemovedPools(on backend: Backend) async throws(ServiceFault) {
        var resources = wanted.removed.filter { $0.category == "auth" && $0 != .groups }
        if let auth = wanted.auth, let resource = wanted.authResource, !auth.hasUserPool { resources.append(resource) }
        for resource in resources {
            guard let removal = try await UserPoolRemoval.parts(of: resource, wanted, ids, on: backend) else {
                continue
            }
            take(removal.parts)
            guard wanted.removed.contains(resource) else { continue }
            rows.append(PlanRow(resource: resource, operation: removal.operation))
            // The groups stay in a pool that stays, and go with one that goes.
            guard wanted.removed.contains(.groups) else { continue }
            rows.append(PlanRow(resource: .groups, operation: removal.operation))
        }
    }

    /// Adds the user pools of the environment that no resource of the project has: a push that was killed made them, and
    /// their ids were lost.
    ///
    /// While the id of the project's pool is known, there is nothing to look for.
    mutating func addUnclaimedPools(on backend: Backend) async throws(ServiceFault) {
        let pool = WantedUserPool(wanted)
        if let pool, known[pool.resource, OutputName.userPoolID] != nil { return }
        var claimed = Set((Array(ids.outputs.values) + known.outputs.values).compactMap { $0[OutputName.userPoolID] })
        if let imported = wanted.imported { claimed.insert(imported.userPoolID) }
        for found in try await backend.pools(madeFor: wanted) {
            // The planner of the wanted pool has found the pools of its name.
            guard let id = found.id, !claimed.contains(id), found.name != pool?.name else { continue }
            let resource = ResourceName(category: "auth", name: found.name ?? id)
            let removal = PoolRemoval(resource: resource, id: id, name: found.name ?? id, state: wanted)
            let (operation, parts) = try await removal.unclaimed(found, ids, on: backend)
            take(parts)
            rows.append(PlanRow(resource: resource, operation: operation))
        }
    }

    /// Adds the rows of resources that have none yet, and that the server had.
    mutating func addRemovedRows() {
        for resource in wanted.removed where !rows.contains(where: { $0.resource == resource }) {
            guard resource.category == "function" || known.outputs[resource]?.isEmpty == false else { continue }
            rows.append(PlanRow(resource: resource, operation: .delete))
        }
    }
}
