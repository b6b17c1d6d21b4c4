// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseOutbound
import ServiceLifecycle

/// Sends what the post office holds, until a graceful shutdown; what has not been begun then stays in the queue.
package struct DispatchService: Service {
    private let postOffice: PostOffice

    /// Prepares the service.
    package init(_ postOffice: PostOffice) {
        self.postOffice = postOffice
    }

    /// Runs until a graceful shutdown; attempts that have begun are ended first.
    package func run() async throws {
        await withGracefulShutdownHandler {
            await postOffice.run()
        } onGracefulShutdown: {
            postOffice.close()
        }
    }
}
