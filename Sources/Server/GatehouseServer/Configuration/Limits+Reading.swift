// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import GatehouseCore
import GatehouseGateway
import GatehouseHTTP

extension RateLimits {
    /// The configured limits; `nil` if they are switched off, which is the default of `dev`.
    init?(_ reader: ConfigReader, mode: RunMode) throws(StartupRefusal) {
        guard try reader.flag(.rateLimits) ?? (mode == .serve) else { return nil }
        let range = 1...1_000_000
        let perSecond = try reader.number(.requestsPerAddress, within: range) ?? 100
        let burst = try reader.number(.requestBurstPerAddress, within: range) ?? perSecond * 3
        let reads = try reader.number(.readsPerUser, within: range) ?? 10
        let writes = try reader.number(.writesPerUser, within: range) ?? 10
        let guests = try reader.number(.guestsPerAddress, within: range) ?? 300
        self.init(
            perAddress: RequestRate(perSecond: Double(perSecond), burst: Double(burst)),
            guestsPerAddress: .perHour(Double(guests)),
            readsPerUser: RequestRate(perSecond: Double(reads)),
            writesPerUser: RequestRate(perSecond: Double(writes))
        )
    }
}

extension SocketLimits {
    /// The configured limits; in `dev` all connections may come from one address, because they usually do.
    init(_ reader: ConfigReader, mode: RunMode) throws(StartupRefusal) {
        let usual = SocketLimits()
        let connections =
            try reader.number(.maximumConnections, within: 1...1_000_000) ?? usual.maximumConnections
        let perAddress = mode == .dev ? connections : min(usual.maximumConnectionsPerAddress, connections)
        self.init(
            requestTimeout: try reader.seconds(.requestTimeoutSeconds) ?? usual.requestTimeout,
            idleTimeout: try reader.seconds(.idleTimeoutSeconds) ?? usual.idleTimeout,
            maximumHeaderSize: try reader.number(.maximumHeaderBytes, within: 1_024...1_048_576)
                ?? usual.maximumHeaderSize,
            maximumConnections: connections,
            maximumConnectionsPerAddress: try reader.number(
                .maximumConnectionsPerAddress, within: 1...1_000_000
            ) ?? perAddress
        )
    }
}

extension ConfigReader {
    fileprivate func seconds(_ setting: Setting) throws(StartupRefusal) -> Duration? {
        try number(setting, within: 1...86_400).map { .seconds($0) }
    }
}
