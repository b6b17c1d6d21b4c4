// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation
import GatehouseGateway
import GatehouseOAuth
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import Logging

@testable import GatehouseUserPoolKernel

extension PoolFixture {
    /// The user pools on the fixture's data, with counted computations, another deployment, another store
    /// or another setting.
    func pools(
        counting work: CountedWork = CountedWork(), deployment: Deployment? = nil, store: (any UserPoolStore)? = nil,
        endingSessionsAt sessionEnding: SessionEnding = .reset
    ) -> UserPools {
        let pools = anyone.pools
        return UserPools(
            store: store ?? pools.records.store, sealer: pools.sealer, clock: pools.clock, entropy: pools.entropy,
            courier: pools.messages.courier, compute: pools.computation.pool, arithmetic: work, signer: work,
            hasher: pools.computation.hasher, hashing: .inline, deployment: deployment ?? pools.deployment,
            rates: .unlimited, endingSessionsAt: sessionEnding)
    }

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
