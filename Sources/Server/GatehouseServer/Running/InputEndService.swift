// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import ServiceLifecycle

/// Waits for the end of an input, so that a server ends with the program that started it.
///
/// The program keeps the other end of the pipe open. The operating system closes it however the program ends.
struct InputEndService: Service {
    private let input: FileHandle

    /// Creates the service.
    /// - Parameter input: the input whose bytes are ignored.
    init(_ input: FileHandle = .standardInput) {
        self.input = input
    }

    /// Runs until the end of the input or a graceful shutdown.
    func run() async throws {
        await cancelWhenGracefulShutdown { await inputEnd() }
    }

    private func inputEnd() async {
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        input.readabilityHandler = { handle in
            if handle.availableData.isEmpty { end.finish() }
        }
        for await _ in ends {}
        input.readabilityHandler = nil
    }
}
