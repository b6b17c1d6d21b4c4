// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSites

extension Site {
    /// The metrics in Prometheus's text form.
    ///
    /// A developer's server that other machines can reach demands its key. Without a key, a program may use any host
    /// name to read the metrics, and a page of another origin may not read them.
    package static func metrics(needsKey: Bool, _ text: @escaping @Sendable () -> String) -> Site {
        let label = "metrics"
        return Site(routes: [
            Route(.get, "/metrics", label: label, for: needsKey ? .developer : .programs, isRoutine: true) { _ in
                Outcome(MetricsPage.response(text()), operation: label)
            }
        ])
    }
}
