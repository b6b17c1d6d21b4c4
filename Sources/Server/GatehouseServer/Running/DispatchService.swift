// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseOutbound
import ServiceLifecycle

/// Sends the messages of a post office until a graceful shutdown; messages without a started attempt remain in the
/// queue.
package struct DispatchService: Service {
    private let postOffice: PostOffice

    /// Creates the service.
    package init(_ postOffice: PostOffice) {
        self.postOffice = postOffice
    }

    /// Runs until a graceful shutdown; started attempts are completed first.
    package func run() async throws {
        await withGracefulShutdownHandler {
            await postOffice.run()
        } onGracefulShutdown: {
            postOffice.close()
        }
    }
}
