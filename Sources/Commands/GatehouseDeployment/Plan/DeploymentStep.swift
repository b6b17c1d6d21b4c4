// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// One change of the server.
///
/// A step reads first and changes what differs, so that running it again changes nothing.
package protocol DeploymentStep: Sendable {
    /// The resource that the step belongs to.
    var resource: ResourceName { get }
    /// What the step does, for example `Create the user pool shop_userpool-dev`.
    var title: String { get }
    /// Makes the change, and writes down the ids of what was made.
    ///
    /// - Parameters:
    ///   - backend: the server.
    ///   - ids: the ids so far. Ids of things that were made are added also if a later call of the step fails.
    /// - Throws: `ServiceFault` of the call that failed.
    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault)
}

/// The place of a step in the order of a push.
package enum Stage: Int, Comparable, Sendable, CaseIterable {
    case roles, userPool, triggers, providers, domain, clients, groups, identityPool, roleMapping, api, removal

    package static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
}

/// What the planner of one part of a project found out.
package struct PlanParts: Sendable {
    /// The values that differ.
    package var differences: [Difference]
    /// The steps with their places.
    package var steps: [(Stage, any DeploymentStep)]
    /// What would be destroyed.
    package var losses: [Loss]
    /// What cannot be changed.
    package var obstacles: [Obstacle]
    /// What a person should know, one sentence each.
    package var notes: [String]
    /// The ids, with those that were found on the server.
    package var ids: KnownIDs
    /// Whether the part exists on the server.
    package var exists: Bool

    /// Makes parts without a change.
    package init(
        differences: [Difference] = [], steps: [(Stage, any DeploymentStep)] = [], losses: [Loss] = [],
        obstacles: [Obstacle] = [], notes: [String] = [], ids: KnownIDs = KnownIDs(), exists: Bool = false
    ) {
        self.differences = differences
        self.steps = steps
        self.losses = losses
        self.obstacles = obstacles
        self.notes = notes
        self.ids = ids
        self.exists = exists
    }
}
