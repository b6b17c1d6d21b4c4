// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation
import GatehouseGateway
import GatehouseOAuth
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import Logging

extension PoolFixture {
    /// The pages and endpoints of a server on the fixture's data, with other ports or other admissions.
    func gateway(
        of pools: UserPools? = nil, admission: Admission = .unlimited(), settings: GatewaySettings = GatewaySettings(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) -> Gateway {
        let pools = pools ?? anyone.pools
        let federation = Federation(fetch: NoOutboundFetch(), clock: pools.clock, entropy: pools.entropy)
        let providers = ProviderSignIns(fetch: NoOutboundFetch(), idTokens: federation.idTokens, clock: pools.clock)
        return Gateway(
            sites: [.hosted(pools, providers: providers, admission: admission)], deployment: pools.deployment,
            settings: settings, clock: pools.clock, entropy: pools.entropy,
            logger: logger, metrics: PrometheusMetrics())
    }
}
