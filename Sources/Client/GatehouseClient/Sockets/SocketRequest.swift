// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

/// What a WebSocket is opened with.
package struct SocketRequest: Sendable {
    /// The address, with the scheme `wss` or `https`, or `ws` or `http` without TLS.
    package var url: URL
    /// The subprotocols in the order of preference; if there are any, the server must choose one of them.
    package var subprotocols: [String]
    /// Further headers of the handshake, in the order in which they are sent.
    package var headers: [(name: String, value: String)]
    /// The time limit for the connection, TLS and the handshake together.
    package var timeout: Duration
    /// The time in which the server must answer the client's close frame.
    package var closeTimeout: Duration
    /// The largest message that is accepted, in bytes.
    package var messageLimit: Int
    /// The number of messages that wait for a reader before the reading from the network stops.
    ///
    /// It also stops at `messageLimit` bytes. What one piece from the network contains, at most 64 KiB, may exceed both.
    package var queueLimit: Int

    /// Creates a request.
    package init(
        url: URL,
        subprotocols: [String] = [],
        headers: [(name: String, value: String)] = [],
        timeout: Duration = .seconds(20),
        closeTimeout: Duration = .seconds(10),
        messageLimit: Int = 1 << 20,
        queueLimit: Int = 64
    ) {
        self.url = url
        self.subprotocols = subprotocols
        self.headers = headers
        self.timeout = timeout
        self.closeTimeout = closeTimeout
        self.messageLimit = messageLimit
        self.queueLimit = queueLimit
    }
}

/// The parts of a WebSocket's address (RFC 6455, section 3).
package struct SocketAddressParts: Sendable, Equatable {
    package let isSecure: Bool
    /// The host to connect to; an IPv6 address has no brackets.
    package let host: String
    package let port: Int
    /// The value of the `Host` header.
    package let authority: String
    /// The path and the query, as the request line has them.
    package let target: String

    /// Reads an address.
    ///
    /// - Throws: `SocketError` of `.badAddress` for another scheme, and for an address without host, or with a user name,
    ///   a password or a fragment.
    package init(_ url: URL) throws(SocketError) {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else { throw SocketError(.badAddress) }
        switch parts.scheme?.lowercased() {
        case "wss", "https": isSecure = true
        case "ws", "http": isSecure = false
        default: throw SocketError(.badAddress)
        }
        parts.scheme = isSecure ? "https" : "http"
        guard let plain = parts.url, !plain.authority.isEmpty, var host = plain.host(percentEncoded: true) else {
            throw SocketError(.badAddress)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        let port = plain.port ?? (isSecure ? 443 : 80)
        guard !host.isEmpty, (1...65_535).contains(port) else { throw SocketError(.badAddress) }
        let path = plain.path(percentEncoded: true)
        self.host = host
        self.port = port
        authority = plain.authority
        target = (path.isEmpty ? "/" : path) + (plain.query(percentEncoded: true).map { "?\($0)" } ?? "")
        // Both become lines of the request as they are.
        guard (authority + target).utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw SocketError(.badAddress)
        }
    }
}
