// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Tells whether the system has a way to a server.
///
/// Having a way sends nothing: the server may still not answer.
package protocol NetworkMonitor: Sendable {
    /// Watches the way to a server.
    ///
    /// - Parameter url: the server's address.
    /// - Returns: the state now and each later one, for one reader. Watching ends with the reader.
    func states(towards url: URL) -> AsyncStream<Bool>
}

#if os(Linux)
/// The monitor used by default on this platform.
package typealias PlatformNetworkMonitor = RouteMonitor
#else
/// The monitor used by default on this platform.
package typealias PlatformNetworkMonitor = PathMonitor
#endif
