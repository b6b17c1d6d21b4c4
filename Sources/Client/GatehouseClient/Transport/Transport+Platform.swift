// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Transport where Self == PlatformTransport {
    /// The platform's default transport: AsyncHTTPClient on Linux, URLSession on Apple's systems.
    package static var platform: PlatformTransport { PlatformTransport() }
}

#if canImport(AsyncHTTPClient)
/// The transport used by default on this platform.
package typealias PlatformTransport = AsyncHTTPClientTransport
#else
/// The transport used by default on this platform.
package typealias PlatformTransport = URLSessionTransport
#endif
