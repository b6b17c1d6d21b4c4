// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CAllocator
import Foundation
import ServiceLifecycle

/// Returns memory to the system after the start and after a flood of requests, because the allocator would keep it.
///
/// The start has read settings, migrated the database and made values that it needs no more.
///
/// Every second by default it compares the process's own memory with the least since the start. A return of 60 MiB takes
/// about 40 ms, in which other threads may wait for the allocator. So it is followed by rounds of rest: it takes a
/// hundredth of the time at most, and a server that needs more memory for long tries it in every eighth round.
package struct MemoryReturn: Service {
    /// The excess over the least memory that is left with the allocator, in bytes.
    package static let slack = 16 * 1_048_576
    /// The shortest rest after a return, as a multiple of its duration.
    private static let share = 100
    /// The most rounds from one return to the next if returns have no effect.
    private static let longestInterval = 8

    private let size: @Sendable () -> Int?
    private let trim: @Sendable () -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let pause: @Sendable () async throws -> Void

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - size: returns the process's own memory in bytes, or `nil` where the system does not say.
    ///   - trim: returns free memory to the system.
    ///   - now: returns the time, with which returns are measured.
    ///   - pause: waits a second until the next round, and throws when the task is cancelled.
    package init(
        size: @escaping @Sendable () -> Int? = Self.anonymousBytes,
        trim: @escaping @Sendable () -> Void = { gatehouse_return_free_memory() },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
    ) {
        self.size = size
        self.trim = trim
        self.now = now
        self.pause = pause
    }

    /// Runs until a graceful shutdown.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var least = Int.max
            var rest = 0
            var interval = 1
            trim()
            while (try? await pause()) != nil, !Task.isCancelled {
                // The service continues without a size, because the server ends with any of its services.
                guard let size = size() else { continue }
                least = min(least, size)
                rest -= 1
                guard size - least > Self.slack, rest <= 0 else { continue }
                let start = now()
                trim()
                let duration = (now() - start) * Self.share
                let isOfUse = size - (self.size() ?? size) >= Self.slack / 4
                interval = isOfUse ? 1 : min(2 * interval, Self.longestInterval)
                rest = max(interval, Int((duration / .seconds(1)).rounded(.up)))
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
