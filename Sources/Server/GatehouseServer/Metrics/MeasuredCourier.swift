// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseGateway
import Metrics

/// A courier that counts messages when they are delivered, except decoys.
struct MeasuredCourier: Courier {
    let base: any Courier
    let metrics: any MetricsFactory

    func consign(_ message: Message, isDecoy: Bool) throws -> PreparedDelivery {
        let delivery = try base.consign(message, isDecoy: isDecoy)
        guard !isDecoy else { return delivery }
        return PreparedDelivery(queued: delivery.queued, takeBack: delivery.withdraw) { reworded, waits in
            Counter(
                label: MetricName.messagesQueued.rawValue, dimensions: [("medium", message.medium.rawValue)],
                factory: metrics
            ).increment()
            if waits { try await delivery.deliver(reworded) } else { try await delivery.post(reworded) }
        }
    }
}
