// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseWire
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

/// Logs the schema creations that failed after their requests were answered.
///
/// The client learns the message from the status of the creation. The cause of a failure of the server is for the log
/// alone; it has no value of a statement and no secret. A refused schema has no such cause.
package struct SchemaCreationLog: Sendable {
    private let logger: Logger

    /// Creates the log.
    package init(_ logger: Logger) { self.logger = logger }

    /// Logs why the schema of an API was not created.
    package func log(_ fault: ServiceFault, ofAPI id: String) {
        var metadata: Logger.Metadata = ["api": "\(id)", "fault": "\(fault.code.rawValue)"]
        guard let cause = fault.cause else {
            logger.notice("The schema of a data API was refused", metadata: metadata)
            return
        }
        metadata["cause"] = "\(type(of: cause)): \(cause)"
        logger.error("The creation of a data API's schema failed", metadata: metadata)
    }
}
