// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGateway
package import Logging

/// Logs failures of the store while events of data APIs are prepared for their subscribers, once a minute for each API.
///
/// Each subscriber of an event can meet the same failure. Failures of requests are in the lines about the requests.
package struct EventFailureLog: Sendable {
    private let logger: Logger
    private let outages: OutageLog

    /// Creates the log.
    package init(_ logger: Logger, outages: OutageLog = OutageLog()) {
        self.logger = logger
        self.outages = outages
    }

    /// Logs a failure, unless one of the same API was logged in the last minute.
    package func log(_ failure: any Error, ofAPI id: String) {
        guard let omitted = outages.admits(id) else { return }
        var metadata: Logger.Metadata = ["api": "\(id)", "cause": "\(failure)"]
        if omitted > 0 { metadata["omitted"] = "\(omitted)" }
        logger.error("An event of a data API met a failure of the store", metadata: metadata)
    }
}
