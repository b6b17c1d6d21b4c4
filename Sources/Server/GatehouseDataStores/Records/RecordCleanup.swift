// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Stored values that a change of an API removes after it is in force.
///
/// The change lists them in its own transaction. So they are removed also if the process ends before it has removed them.
package struct RecordCleanup: Hashable, Sendable {
    /// What is removed.
    package enum Subject: Hashable, Sendable {
        /// All records of an API that was deleted.
        case everything
        /// The records of a model that do not have the key of the schema in force; all if it does not have the model.
        case records(model: String)
        /// The values of a field that the schema in force does not have, or that it does not accept.
        case values(model: String, field: String)
    }

    /// The id of the API.
    package var api: String
    /// What is removed.
    package var subject: Subject
    /// The time of the change.
    package var listedAt: Date

    /// Makes an entry of the list.
    package init(api: String, subject: Subject, listedAt: Date) {
        self.api = api
        self.subject = subject
        self.listedAt = listedAt
    }
}
