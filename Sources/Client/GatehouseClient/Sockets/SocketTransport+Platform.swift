// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux) && !AsyncHTTPClient
package import GatehouseCrypto
#endif

extension SocketTransport where Self == PlatformSocketTransport {
    /// The app's WebSockets: SwiftNIO on Linux with the trait AsyncHTTPClient, URLSession on Apple's systems.
    package static var platform: PlatformSocketTransport { PlatformSocketTransport() }
}

#if AsyncHTTPClient && os(Linux)
/// The way to WebSockets used by default on this platform.
package typealias PlatformSocketTransport = NIOSocketTransport
#elseif os(Linux)
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

/// The way to WebSockets used by default on this platform: there is none.
package typealias PlatformSocketTransport = NoSocketTransport
#else
/// The way to WebSockets used by default on this platform.
package typealias PlatformSocketTransport = URLSessionSocketTransport
#endif
