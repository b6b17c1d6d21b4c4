// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CAllocator
import Foundation
import ServiceLifecycle

/// Returns memory to the system after a flood of requests, because the allocator would keep it.
///
/// Every second by default it compares the process's own memory with the least since the start.
package struct MemoryReturn: Service {
    /// The excess over the least memory that is left with the allocator, in bytes.
    package static let slack = 16 * 1_048_576

    private let size: @Sendable () -> Int?
    private let trim: @Sendable () -> Void
    private let pause: @Sendable () async throws -> Void

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - size: returns the process's own memory in bytes, or `nil` where the system does not say.
    ///   - trim: returns free memory to the system.
    ///   - pause: waits until the next round, and throws when the task is cancelled.
    package init(
        size: @escaping @Sendable () -> Int? = Self.anonymousBytes,
        trim: @escaping @Sendable () -> Void = { gatehouse_return_free_memory() },
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
    ) {
        self.size = size
        self.trim = trim
        self.pause = pause
    }

    /// Runs until a graceful shutdown.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var least = Int.max
            while (try? await pause()) != nil, !Task.isCancelled {
                // The service goes on without a size, because the server ends with any of its services.
                guard let size = size() else { continue }
                least = min(least, size)
                if size - least > Self.slack { trim() }
            }
        }
    }

    /// The process's own memory in bytes: the resident pages that no file backs (`proc(5)`, `statm`).
    package static func anonymousBytes() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let pages = text.split(separator: " ").compactMap { Int($0) }
        guard pages.count > 2 else { return nil }
        return (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE))
    }
}
