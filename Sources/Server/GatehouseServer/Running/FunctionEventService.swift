// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseData
import ServiceLifecycle

/// Calls the functions of data APIs whose results no request awaits, until a graceful shutdown.
struct FunctionEventService: Service {
    private let functions: DataFunctions

    /// Creates the service.
    init(_ functions: DataFunctions) {
        self.functions = functions
    }

    /// Runs until a graceful shutdown; the calls that were handed over are made first.
    func run() async throws {
        await withGracefulShutdownHandler {
            await functions.runEvents()
        } onGracefulShutdown: {
            functions.finishEvents()
        }
    }
}
