// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The pages beside the services; an absent page is answered with status 404.
package struct GatewayPages: Sendable {
    /// Checks that the store can be read; throws an error if it cannot.
    package var checkHealth: @Sendable () async throws -> Void
    /// The metrics in Prometheus's text form.
    package var metrics: (@Sendable () -> String)?
    /// The messages of the outbox, the newest first; all messages, or those to one recipient.
    package var outbox: (@Sendable (_ recipient: String?) -> [Message])?
    /// Whether the page for trying passkeys exists.
    package var showsPasskeys: Bool
    /// The contents of a developer's server.
    package var overview: (@Sendable () async throws -> DevelopmentOverview)?
    /// Resets a developer's server to the state of its first start; `false` if a reset is already running.
    package var reset: (@Sendable () async throws -> Bool)?

    /// Creates the list of pages.
    package init(
        checkHealth: @escaping @Sendable () async throws -> Void, metrics: (@Sendable () -> String)? = nil,
        outbox: (@Sendable (_ recipient: String?) -> [Message])? = nil, showsPasskeys: Bool = false
    ) {
        self.checkHealth = checkHealth
        self.metrics = metrics
        self.outbox = outbox
        self.showsPasskeys = showsPasskeys
    }
}
