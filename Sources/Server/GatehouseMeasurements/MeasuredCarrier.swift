// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseGateway
package import GatehouseOutbound
package import Metrics

/// A carrier that counts its attempts by medium and result.
package struct MeasuredCarrier: Carrier {
    private let base: any Carrier
    private let metrics: any MetricsFactory

    /// Creates a carrier that counts the attempts of another one.
    package init(base: any Carrier, metrics: any MetricsFactory) {
        self.base = base
        self.metrics = metrics
    }

    package func carry(_ message: Message, id: String) async throws(CarriageFailure) {
        let attempts = WorkMetrics(
            .messageAttempts, for: [("medium", message.medium.rawValue)], factory: metrics)
        try await attempts.measured({ () async throws(CarriageFailure) in try await base.carry(message, id: id) }) {
            outcome in
            switch outcome {
            case .success: "sent"
            case .failure(.refused): "refused"
            case .failure(.postponed): "postponed"
            }
        }
    }
}
