// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseOutbound
import ServiceLifecycle

/// Sends queued messages until a graceful shutdown; messages without a started attempt remain in the queue.
struct DispatchService: Service {
    private let messageDispatcher: MessageDispatcher

    /// Creates the service.
    init(_ messageDispatcher: MessageDispatcher) {
        self.messageDispatcher = messageDispatcher
    }

    /// Runs until a graceful shutdown; started attempts are completed first.
    func run() async throws {
        await withGracefulShutdownHandler {
            await messageDispatcher.run()
        } onGracefulShutdown: {
            messageDispatcher.close()
        }
    }
}
