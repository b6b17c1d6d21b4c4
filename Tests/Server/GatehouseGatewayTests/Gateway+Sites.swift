// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseSites
import Logging
import Metrics

extension Gateway {
    /// A gateway with sites, without a log and without metrics.
    static func make(
        _ sites: [Site], baseURL: String = "http://localhost:9229", settings: GatewaySettings = GatewaySettings(),
        clock: WallClock = .system
    ) -> Gateway {
        Gateway(
            sites: sites, deployment: Deployment(baseURL: baseURL), settings: settings, clock: clock,
            entropy: .seeded(1),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: NOOPMetricsHandler.instance)
    }
}
