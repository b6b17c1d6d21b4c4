// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if !os(Linux)
package import GatehouseCrypto
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// WebSockets through URLSession: the default on Apple's systems.
///
/// The system makes the key and the masks itself, reads the next message ahead, and uses its settings for proxies.
package struct URLSessionSocketTransport: SocketTransport {
    private let clock: ClientClock
    private let entropy: Entropy

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - clock: measures the time of handshakes.
    ///   - entropy: for the checks of requests; the system makes its own key.
    package init(clock: ClientClock = .system, entropy: Entropy = .system) {
        self.clock = clock
        self.entropy = entropy
    }

    package func open(_ request: SocketRequest) async throws(SocketError) -> any SocketConnection {
        let address = try SocketAddressParts(request.url)
        let handshake = try SocketHandshake(request, entropy: entropy)
        var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        parts?.scheme = address.isSecure ? "wss" : "ws"
        guard let url = parts?.url else { throw SocketError(.badAddress) }
        var outgoing = URLRequest(url: url)
        if !request.subprotocols.isEmpty {
            let offer = request.subprotocols.joined(separator: ", ")
            outgoing.setValue(offer, forHTTPHeaderField: "Sec-WebSocket-Protocol")
        }
        for header in request.headers { outgoing.addValue(header.value, forHTTPHeaderField: header.name) }
        let (sent, clock) = (outgoing, clock)
        return try await within(request.timeout, clock) {
            await URLSessionSocketConnection.open(sent, request, handshake, clock)
        }
    }
}
#endif
