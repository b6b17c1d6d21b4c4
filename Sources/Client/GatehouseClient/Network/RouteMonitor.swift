// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
package import Foundation

/// Watches the routes of Linux.
package struct RouteMonitor: NetworkMonitor {
    private let hasRoute: @Sendable (URL) async -> Bool
    private let changes: @Sendable () -> AsyncStream<Void>

    /// Creates a monitor of the system's routes.
    package init() {
        self.init(hasRoute: Routes.hasRoute, changes: { RouteChanges.stream() })
    }

    /// Creates a monitor of other routes.
    ///
    /// - Parameters:
    ///   - hasRoute: whether there is a route to a server now.
    ///   - changes: reports that routes may have changed; watching begins with the call.
    package init(
        hasRoute: @escaping @Sendable (URL) async -> Bool, changes: @escaping @Sendable () -> AsyncStream<Void>
    ) {
        self.hasRoute = hasRoute
        self.changes = changes
    }

    package func states(towards url: URL) -> AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watching = Task {
                // Watching begins before the first look, so that no change is missed between the two.
                let changes = changes()
                var last = await hasRoute(url)
                continuation.yield(last)
                for await _ in changes {
                    let state = await hasRoute(url)
                    if state != last { continuation.yield(state) }
                    last = state
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in watching.cancel() }
        }
    }
}
#endif
