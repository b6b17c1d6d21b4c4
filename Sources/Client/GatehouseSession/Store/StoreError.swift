// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A failed operation of a store.
package struct StoreError: Error, Sendable, Equatable {
    /// The operation of the store that failed.
    package enum Activity: String, Sendable {
        case reading, writing, removing, understanding
    }

    package let activity: Activity
    /// The system's error message, without any content of the item.
    package let reason: String

    /// Creates an error.
    package init(_ activity: Activity, reason: String) {
        self.activity = activity
        self.reason = reason
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String { "The credential store failed while \(activity.rawValue): \(reason)" }
}
