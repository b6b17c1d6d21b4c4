// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

@testable import GatehouseHTTP
@testable import GatehouseUserPools

extension FuzzedParser {
    /// The filter of `ListUsers`.
    func feedFilter(_ bytes: [UInt8]) {
        _ = try? UserFilter(parsing: String(decoding: bytes, as: UTF8.self))
    }

    /// Addresses, lists of proxies, and what proxies say.
    func feedAddress(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = NetworkAddress(text)?.subscriber
        let proxies = TrustedProxies(text) ?? .none
        let request = GatewayRequest(
            method: "GET", path: "/", headers: [("X-Forwarded-For", text)], remoteAddress: "10.0.0.1"
        )
        let client = proxies.client(of: request)
        precondition(NetworkAddress(client) != nil, "a client has an address that is none")
    }
}
