// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import GatehouseHTTP

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
