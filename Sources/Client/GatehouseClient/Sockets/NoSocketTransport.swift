// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux) && !AsyncHTTPClient
package import GatehouseCrypto

/// Fails: the app was built without a library for WebSockets.
///
/// URLSession's do not work with libcurl of Debian 12.
package struct NoSocketTransport: SocketTransport {
    /// Creates a transport that opens nothing.
    package init(clock: ClientClock = .system, entropy: Entropy = .system) {}

    package func open(_ request: SocketRequest) async throws(SocketError) -> any SocketConnection {
        throw SocketError(.noSockets)
    }
}
#endif
