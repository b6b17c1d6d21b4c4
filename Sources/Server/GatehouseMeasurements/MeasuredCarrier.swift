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
        do throws(CarriageFailure) {
            try await base.carry(message, id: id)
            count(message, "sent")
        } catch {
            switch error {
            case .refused: count(message, "refused")
            case .postponed: count(message, "postponed")
            }
            throw error
        }
    }

    private func count(_ message: Message, _ result: String) {
        Counter(
            label: MetricName.messageAttempts.rawValue,
            dimensions: [("medium", message.medium.rawValue), ("result", result)], factory: metrics
        ).increment()
    }
}
