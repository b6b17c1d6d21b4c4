// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The pages beside the services; a page that is absent does not exist for its visitors either.
package struct GatewayPages: Sendable {
    /// Has the store answer a read; throws if it does not.
    package var checkHealth: @Sendable () async throws -> Void
    /// The metrics in Prometheus's text form.
    package var metrics: (@Sendable () -> String)?
    /// The messages of the outbox, the newest first; all, or those to one recipient.
    package var outbox: (@Sendable (_ recipient: String?) -> [Message])?
    /// Whether developers can try passkeys on a page.
    package var showsPasskeys: Bool
    /// What the server holds, for a developer's server.
    package var overview: (@Sendable () async throws -> DevelopmentOverview)?
    /// Puts a developer's server back to the state of its first start; `false` while that is being done already.
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
