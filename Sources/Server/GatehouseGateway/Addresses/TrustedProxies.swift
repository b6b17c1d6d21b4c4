// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites

/// The proxies whose `X-Forwarded-For` is trusted.
///
/// Every client can send that header; only the entries that the operator's own proxies have added are trusted. So the
/// list is read from its end, up to the first address that is not one of these proxies.
package struct TrustedProxies: Sendable, Equatable {
    private let networks: NetworkList

    /// No trusted proxy.
    package static let none = TrustedProxies(networks: .none)

    private init(networks: NetworkList) {
        self.networks = networks
    }

    /// Parses addresses and networks such as `10.0.0.0/8`, separated by commas; `nil` if an entry is invalid.
    package init?(_ text: String) {
        guard let networks = NetworkList(text) else { return nil }
        self.init(networks: networks)
    }

    /// Whether no proxy is trusted.
    package var isEmpty: Bool { networks.isEmpty }

    /// Whether an address belongs to a trusted proxy.
    func contains(_ address: NetworkAddress) -> Bool { networks.contains(address) }

    /// Whether the text of a socket's address belongs to a trusted proxy.
    package func contains(_ address: String) -> Bool {
        guard !networks.isEmpty, let address = NetworkAddress(address) else { return false }
        return contains(address)
    }

    /// The address of the client that sent the request.
    func client(of request: GatewayRequest) -> String {
        guard contains(request.remoteAddress) else { return request.remoteAddress }
        var client = request.remoteAddress
        for hop in request.forwardedFor.reversed() {
            guard let address = NetworkAddress(hop) else { break }
            client = hop
            if !contains(address) { break }
        }
        return client
    }
}

extension GatewayRequest {
    /// The headers, beside `X-Forwarded…`, in which proxies send the client's or their own address.
    private static let forwardingHeaders = [
        "Forwarded", "Via", "X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "X-Original-Forwarded-For",
        "X-Original-Host", "X-Original-URL", "X-Envoy-External-Address", "X-Azure-ClientIP", "X-Amz-Cf-Id",
        "X-Vercel-Forwarded-For", "True-Client-IP", "CF-Connecting-IP", "CF-Connecting-IPv6", "CF-Ray", "CDN-Loop",
        "Fastly-Client-IP", "Fly-Client-IP", "Forwarded-For", "Client-IP", "Proxy-Client-IP", "WL-Proxy-Client-IP",
    ]

    /// The lengths of these names as bits, because few headers of a usual request have one of them.
    private static let forwardingLengths = forwardingHeaders.reduce(UInt64(0)) { $0 | 1 << UInt64($1.utf8.count) }

    /// Whether a header shows that a proxy forwarded the request.
    var isForwarded: Bool { headers.contains { Self.isForwarding($0.name) } }

    private static func isForwarding(_ name: String) -> Bool {
        if HeaderName.begins(name, with: "X-Forwarded") { return true }
        let length = name.utf8.count
        guard length < 64, forwardingLengths & 1 << UInt64(length) != 0 else { return false }
        return forwardingHeaders.contains { HeaderName.areEqual(name, $0) }
    }

    /// The addresses of `X-Forwarded-For`; the nearest proxy has added the last one.
    ///
    /// The header is split by bytes: a combining mark from the client may join the comma that a proxy adds into one
    /// `Character`, which would hide the comma.
    fileprivate var forwardedFor: [String] {
        headers.lazy.filter { HeaderName.areEqual($0.name, "X-Forwarded-For") }
            .flatMap { $0.value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) }
            .map(ForwardedHop.address)
    }
}
