// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Logging

/// Logs the schema creations that failed after their requests were answered.
///
/// The client learns the message from the status of the creation. The cause of a failure of the server is for the log
/// alone; it has no value of a statement and no secret. A refused schema has no such cause.
struct SchemaCreationLog: Sendable {
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    func log(_ fault: ServiceFault, ofAPI id: String) {
        var metadata: Logger.Metadata = ["api": "\(id)", "fault": "\(fault.code.rawValue)"]
        guard let cause = fault.cause else {
            logger.notice("The schema of a data API was refused", metadata: metadata)
            return
        }
        metadata["cause"] = "\(type(of: cause)): \(cause)"
        logger.error("The creation of a data API's schema failed", metadata: metadata)
    }
}
