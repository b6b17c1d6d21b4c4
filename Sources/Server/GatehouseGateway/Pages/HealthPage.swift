// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseOutput
package import GatehouseSites
import GatehouseWire

/// The reason why the server is not ready, in words for its operator, without data of users.
package struct NotReady: Error, Equatable, CustomStringConvertible {
    package let description: String

    /// Creates an error with its reason.
    package init(_ reason: String) {
        description = reason
    }
}

/// The responses about the health of the server.
package enum HealthPage: String, CaseIterable, Sendable {
    /// Whether the server is ready, and its version, by which tools know what it can do.
    case health = "/health"
    /// Whether the process answers requests.
    case live = "/health/live"
    /// Whether the server can read and write its database.
    case ready = "/health/ready"

    /// The label for logs and metrics.
    static let label = "health"

    /// The response on a port that serves only these pages.
    ///
    /// `check` throws an error if the server is not ready, and `warning` says what lags while it is; both should not wait.
    package static func answer(
        _ request: GatewayRequest, warning: () -> String? = { nil }, check: () async throws -> Void
    ) async -> GatewayResponse {
        let paths = allCases.map(\.rawValue)
        if let refusal = request.refusal(onPortWith: paths) { return refusal }
        return await HealthPage(rawValue: request.path)?.outcome(warning, check).response ?? .nowhere(listing: paths)
    }

    /// The response of this page.
    func outcome(_ warning: () -> String?, _ check: () async throws -> Void) async -> Outcome {
        do {
            guard self != .live else { return Outcome(.json(["status": "ok"]), operation: Self.label) }
            try await check()
            var body: [WireName: WireValue] = ["status": "ok"]
            if self == .health { body["version"] = .string(Release.version) }
            body["warning"] = warning().map { .string($0) }
            return Outcome(.json(.object(body)), operation: Self.label)
        } catch {
            var body: WireValue = ["status": "unavailable"]
            if let reason = error as? NotReady {
                body = ["status": "unavailable", "reason": .string(reason.description)]
            }
            return Outcome(.json(body, status: 503), operation: Self.label, code: Label.unavailable, cause: error)
        }
    }
}
