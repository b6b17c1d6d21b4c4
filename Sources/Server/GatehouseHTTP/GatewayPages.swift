// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The pages beside the services; a page that is absent does not exist for its visitors either.
package struct GatewayPages: Sendable {
    /// Whether the store answers a read.
    package var isHealthy: @Sendable () async -> Bool
    /// The metrics in Prometheus's text form.
    package var metrics: (@Sendable () -> String)?
    /// The messages of the outbox, the newest first; all, or those to one recipient.
    package var outbox: (@Sendable (_ recipient: String?) -> [Message])?

    /// Creates the list of pages.
    package init(
        isHealthy: @escaping @Sendable () async -> Bool, metrics: (@Sendable () -> String)? = nil,
        outbox: (@Sendable (_ recipient: String?) -> [Message])? = nil
    ) {
        self.isHealthy = isHealthy
        self.metrics = metrics
        self.outbox = outbox
    }
}
