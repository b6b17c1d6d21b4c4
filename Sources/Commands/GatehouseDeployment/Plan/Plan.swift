// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// What a push does: the rows of its table, and the steps in their order.
package struct Plan: Sendable {
    /// The rows of the table: created, updated, imported or unlinked, deleted and unchanged resources.
    package var rows: [PlanRow]
    /// The steps in the order in which they run.
    package var steps: [any DeploymentStep]
    /// What would be destroyed.
    package var losses: [Loss]
    /// What cannot be changed; nothing is pushed while there is something.
    package var obstacles: [Obstacle]
    /// What a person should know, one sentence each.
    package var notes: [String]

    /// Makes a plan.
    package init(
        rows: [PlanRow] = [], steps: [any DeploymentStep] = [], losses: [Loss] = [], obstacles: [Obstacle] = [],
        notes: [String] = []
    ) {
        self.rows = rows
        self.steps = steps
        self.losses = losses
        self.obstacles = obstacles
        self.notes = notes
    }

    /// Whether there is nothing to do.
    package var isEmpty: Bool { steps.isEmpty }

    /// Reads what the server has, and compares it with what a project wants.
    ///
    /// - Parameters:
    ///   - wanted: what the project wants.
    ///   - ids: the ids that are known.
    ///   - backend: the server.
    /// - Returns: the plan, and the ids with those that were found on the server.
    /// - Throws: `DeploymentFault` if the server refuses a call or cannot be reached.
    package static func make(
        _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(DeploymentFault) -> (Plan, KnownIDs) {
        var assembly = PlanAssembly(wanted: wanted, known: ids)
        do throws(ServiceFault) {
            try await assembly.addAuth(on: backend)
            try await assembly.addAPI(on: backend)
            try await assembly.addRemovedPools(on: backend)
            try await assembly.addUnclaimedPools(on: backend)
        } catch {
            throw DeploymentFault(error, doing: "read what the environment has")
        }
        assembly.addRemovedRows()
        return (assembly.plan, assembly.ids)
    }
}
