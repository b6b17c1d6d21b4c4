// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a push does with a resource, as the table of `push` and `status` names it.
package enum Operation: String, Sendable, CaseIterable {
    case create = "Create"
    case update = "Update"
    case importing = "Import"
    case unlink = "Unlink"
    case delete = "Delete"
    case noChange = "No Change"
}

/// A value of a resource that a push changes.
package struct Difference: Sendable, Equatable {
    /// The value's name, for example `UserPool.Policies.PasswordPolicy.MinimumLength`.
    package let member: String
    /// The value on the server; `nil` if there is none.
    package let old: String?
    /// The value that the project wants; `nil` if it wants none.
    ///
    /// A secret is the word `changed`.
    package let new: String?

    /// Makes the difference.
    package init(member: String, old: String?, new: String?) {
        self.member = member
        self.old = old
        self.new = new
    }
}

/// A row of the table of `push` and `status`.
package struct PlanRow: Sendable, Equatable {
    /// The resource.
    package let resource: ResourceName
    /// What a push does with it.
    package let operation: Operation
    /// The values that a push changes.
    package let differences: [Difference]

    /// Makes the row.
    package init(resource: ResourceName, operation: Operation, differences: [Difference] = []) {
        self.resource = resource
        self.operation = operation
        self.differences = differences
    }
}
