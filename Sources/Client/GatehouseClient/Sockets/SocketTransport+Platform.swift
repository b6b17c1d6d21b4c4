// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SocketTransport where Self == PlatformSocketTransport {
    /// The app's WebSockets: SwiftNIO on Linux with the trait AsyncHTTPClient, URLSession on Apple's systems.
    package static var platform: PlatformSocketTransport { PlatformSocketTransport() }
}

#if AsyncHTTPClient && os(Linux)
/// The way to WebSockets used by default on this platform.
package typealias PlatformSocketTransport = NIOSocketTransport
#elseif os(Linux)
/// The way to WebSockets used by default on this platform: there is none.
package typealias PlatformSocketTransport = NoSocketTransport
#else
/// The way to WebSockets used by default on this platform.
package typealias PlatformSocketTransport = URLSessionSocketTransport
#endif
