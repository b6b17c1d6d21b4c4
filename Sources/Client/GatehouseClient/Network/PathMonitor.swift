// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if !os(Linux)
import Dispatch
package import Foundation
import GatehouseWire
import Network

/// Watches the network as Apple's systems see it.
package struct PathMonitor: NetworkMonitor {
    /// Creates a monitor.
    package init() {}

    package func states(towards url: URL) -> AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            // The system's path is that to other machines.
            if url.isOnThisMachine {
                continuation.yield(true)
                return
            }
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
            continuation.onTermination = { _ in monitor.cancel() }
            monitor.start(queue: DispatchQueue(label: "gatehouse.network"))
        }
    }
}
#endif
