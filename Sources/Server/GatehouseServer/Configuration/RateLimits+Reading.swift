// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import GatehouseCore
import GatehouseGateway

extension RateLimits {
    /// The configured limits; `nil` if they are switched off, which is the default of `dev`.
    init?(_ reader: ConfigReader, mode: RunMode) throws(StartupRefusal) {
        guard try reader.flag(.rateLimits) ?? (mode == .serve) else { return nil }
        let range = 1...1_000_000
        let perSecond = try reader.number(.requestsPerAddress, within: range) ?? 100
        let burst = try reader.number(.requestBurstPerAddress, within: range) ?? perSecond * 3
        let reads = try reader.number(.readsPerUser, within: range) ?? 10
        let writes = try reader.number(.writesPerUser, within: range) ?? 10
        self.init(
            perAddress: RequestRate(perSecond: Double(perSecond), burst: Double(burst)),
            readsPerUser: RequestRate(perSecond: Double(reads)),
            writesPerUser: RequestRate(perSecond: Double(writes))
        )
    }
}
