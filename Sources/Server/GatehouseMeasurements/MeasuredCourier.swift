// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseGateway
package import Metrics

/// A courier that counts messages when they are delivered, except decoys.
package struct MeasuredCourier: Courier {
    private let base: any Courier
    private let metrics: any MetricsFactory

    /// Creates a courier that counts the messages of another one.
    package init(base: any Courier, metrics: any MetricsFactory) {
        self.base = base
        self.metrics = metrics
    }

    package func consign(_ message: Message, isDecoy: Bool) throws -> PreparedDelivery {
        let delivery = try base.consign(message, isDecoy: isDecoy)
        guard !isDecoy else { return delivery }
        return PreparedDelivery(queued: delivery.queued, takeBack: delivery.withdraw) { reworded, waits in
            metrics.count(.messagesQueued, [("medium", message.medium.rawValue)])
            if waits { try await delivery.deliver(reworded) } else { try await delivery.post(reworded) }
        }
    }
}
