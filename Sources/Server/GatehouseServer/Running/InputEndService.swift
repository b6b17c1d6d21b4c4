// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import ServiceLifecycle

/// Waits for the end of an input, so that a server ends with the program that started it.
///
/// The program keeps the other end of the pipe open. The operating system closes it however the program ends.
struct InputEndService: Service {
    private let descriptor: Int32

    /// Creates the service.
    /// - Parameter descriptor: the input whose bytes are ignored; it stays open as long as the process.
    init(_ descriptor: Int32 = STDIN_FILENO) {
        self.descriptor = descriptor
    }

    /// Runs until the end of the input or a graceful shutdown.
    func run() async throws {
        await cancelWhenGracefulShutdown { await inputEnd() }
    }

    private func inputEnd() async {
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        // A thread, because a dispatch source of a pipe may crash the process in libdispatch when the pipe is closed. The
        // process does not wait for the thread when it ends.
        Thread.detachNewThread { [descriptor] in
            Self.skip(descriptor)
            end.finish()
        }
        for await _ in ends {}
    }

    /// Reads to the end of the input; an input that cannot be read has ended.
    private static func skip(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count == 0 || count < 0 && errno != EINTR { return }
        }
    }
}
