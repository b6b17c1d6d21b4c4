// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The queues that the work of requests waits in.
package enum WorkResource: String, Sendable, Hashable, CaseIterable {
    /// Long arithmetic on the compute threads.
    case computing
    /// Commits to the database.
    case writing
    /// Reads of the database for which no connection was idle.
    case reading
}

/// A value for each resource.
struct PerResource<Value> {
    var computing: Value
    var writing: Value
    var reading: Value

    init(_ value: Value) {
        computing = value
        writing = value
        reading = value
    }

    subscript(_ resource: WorkResource) -> Value {
        get {
            switch resource {
            case .computing: computing
            case .writing: writing
            case .reading: reading
            }
        }
        set {
            switch resource {
            case .computing: computing = newValue
            case .writing: writing = newValue
            case .reading: reading = newValue
            }
        }
    }
}

extension PerResource: Sendable where Value: Sendable {}
