// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ServiceLifecycle
import ServiceLifecycleTestKit

/// A pause from which a service does not wake.
struct LastPause: Sendable {
    private let began: AsyncStream<Void>
    private let begin: AsyncStream<Void>.Continuation

    init() {
        (began, begin) = AsyncStream.makeStream()
    }

    /// Lasts until the task is cancelled.
    /// - Throws: `CancellationError`.
    func sleep() async throws {
        begin.yield()
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        throw CancellationError()
    }

    /// Runs a service until it pauses here, and ends it gracefully.
    func end(_ service: some Service) async throws {
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await service.run() }
                _ = await began.first { _ in true }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }
}
