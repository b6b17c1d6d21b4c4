// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension Site {
    /// The state of the server; `check` checks that the store can be read, and throws an error if it cannot.
    package static func health(_ check: @escaping @Sendable () async throws -> Void) -> Site {
        let label = "health"
        return Site(routes: [
            Route(.get, "/health", label: label, isRoutine: true) { _ in
                do {
                    try await check()
                    return Outcome(.json(["status": "ok"]), operation: label)
                } catch {
                    let response = GatewayResponse.json(["status": "unavailable"], status: 503)
                    return Outcome(response, operation: label, code: Label.unavailable, cause: error)
                }
            }
        ])
    }
}
