// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseGateway
import GatehouseOutbound
import Metrics

/// A carrier that counts its attempts by medium and result.
struct MeasuredCarrier: Carrier {
    let base: any Carrier
    let metrics: any MetricsFactory

    func carry(_ message: Message, id: String) async throws(CarriageFailure) {
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
