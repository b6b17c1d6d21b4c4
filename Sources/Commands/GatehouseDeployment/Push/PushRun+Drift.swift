// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import ProjectShapes

/// A resource whose values on the server have changed since the last push, while the folder has not.
package struct Drift: Sendable, Equatable {
    /// The most names of values in the text.
    private static let mostNames = 5

    /// The resource.
    package let resource: ResourceName
    /// The names of the values, as `Difference` has them.
    package let members: [String]

    /// What a person should know before the push: one sentence or two.
    package var text: String {
        let names = members.prefix(Self.mostNames).joined(separator: ", ")
        let more = members.count > Self.mostNames ? " and \(members.count - Self.mostNames) more" : ""
        return "\(resource.category)/\(resource.name) has changed on the server since the last push: \(names)\(more). "
            + "The push overwrites that."
    }
}

/// What others have changed on the server.
extension PushRun {
    /// Values that time changes: an API key ends, and the push makes another one.
    private static let endingMembers: Set<String> = ["API.Key", "API.Key.Expires"]

    /// The resources that others have changed on the server since the last push.
    ///
    /// They are known only while the folder is equal to the newest state: otherwise a difference may be the folder's.
    /// Secrets do not count, since their file on this machine is not a part of the folder.
    ///
    /// - Parameter plan: the plan of this push.
    /// - Returns: the resources in the order of the plan's rows.
    package func drift(_ plan: Plan) -> [Drift] {
        guard relation == .current(isRecorded: true), local.stateNumber == record.state?.stateNumber else { return [] }
        return plan.rows.filter { $0.operation == .update }.compactMap { row in
            let members = row.differences.filter { $0.new != "changed" }.map(\.member)
                .filter { !Self.endingMembers.contains($0) }
            return members.isEmpty ? nil : Drift(resource: row.resource, members: members)
        }
    }
}
