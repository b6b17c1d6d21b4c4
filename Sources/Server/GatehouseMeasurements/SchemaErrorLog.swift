// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseDataStores
package import Logging

/// Logs the data APIs whose stored schemas this release does not compile, such as after an update.
///
/// Callers learn no more than that there is no schema.
package struct SchemaErrorLog: Sendable {
    /// The most errors of a line.
    private static let mostErrors = 5

    private let logger: Logger

    /// Creates the log.
    package init(_ logger: Logger) { self.logger = logger }

    /// Logs the errors of an API.
    package func log(_ problem: SchemaErrors, of api: StoredAPI) {
        let shown = problem.errors.prefix(Self.mostErrors).map(\.description).joined(separator: "; ")
        let omitted = problem.errors.count - Self.mostErrors
        logger.error(
            "This release does not compile the schema of a data API, whose requests are refused: push a corrected schema",
            metadata: [
                "api": "\(api.id)", "revision": "\(api.revision)",
                "cause": "\(omitted > 0 ? "\(shown); and \(omitted) more" : shown)",
            ])
    }
}
