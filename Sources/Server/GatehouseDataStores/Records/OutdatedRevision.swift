// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The error of work under a schema that is not in force any more, or not yet in this process.
package struct OutdatedRevision: Error, Hashable, CustomStringConvertible {
    /// Makes an error.
    package init() {}

    package var description: String { "the API has changed meanwhile" }
}

extension RecordReading {
    /// Checks, inside the transaction of some work, that the schema of the work is still in force.
    ///
    /// - Parameters:
    ///   - revision: the revision of the API with this schema; `nil` for an API that is not stored.
    ///   - api: the id of the API.
    /// - Throws: `OutdatedRevision` if the API has another revision, or the error of the store.
    package func requireRevision(_ revision: Int?, of api: String) throws {
        guard try self.revision(of: api) == revision else { throw OutdatedRevision() }
    }
}
