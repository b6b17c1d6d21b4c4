// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import GatehouseText
import GatehouseUserPoolModel

@testable import GatehouseAccounts
@testable import GatehouseGateway
@testable import GatehouseUserPools

extension FuzzedParser {
    /// The filter of `ListUsers`, a member of a body from outside.
    func feedFilter(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard StreamSafeText.contains(text) else { return }
        _ = try? UserFilter(parsing: text)
    }

    /// Addresses, lists of proxies, and what proxies say.
    func feedAddress(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = NetworkAddress(text)?.subscriber
        // The list of proxies is a setting; what proxies say is read before the head of a request is checked.
        let proxies = (StreamSafeText.contains(text) ? TrustedProxies(text) : nil) ?? .none
        let request = GatewayRequest(
            method: "GET", path: "/", headers: [("X-Forwarded-For", text)], remoteAddress: "10.0.0.1"
        )
        let client = proxies.client(of: request)
        precondition(NetworkAddress(client) != nil, "a client has an address that is none")
    }
}
