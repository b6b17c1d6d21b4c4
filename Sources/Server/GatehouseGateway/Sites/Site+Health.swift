// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSites

extension Site {
    /// The state of the server.
    ///
    /// `check` throws an error if the server is not ready, such as ``NotReady`` with the reason, and `warning` says what
    /// lags while it is; both should not wait.
    package static func health(
        _ check: @escaping @Sendable () async throws -> Void, warning: @escaping @Sendable () -> String? = { nil }
    ) -> Site {
        Site(
            routes: HealthPage.allCases.map { page in
                Route(
                    .get, RoutePath(stringLiteral: page.rawValue), label: HealthPage.label, for: .everyone,
                    isRoutine: true
                ) { _ in await page.outcome(warning, check) }
            })
    }
}
