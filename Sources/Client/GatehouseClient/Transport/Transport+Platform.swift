// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Transport where Self == PlatformTransport {
    /// The app's transport: AsyncHTTPClient on Linux with the trait of that name, else URLSession.
    package static var platform: PlatformTransport { PlatformTransport() }
}

#if AsyncHTTPClient && os(Linux)
/// The transport used by default on this platform.
package typealias PlatformTransport = AsyncHTTPClientTransport
#else
/// The transport used by default on this platform.
package typealias PlatformTransport = URLSessionTransport
#endif
