// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import GatehouseTesting
import Logging
import ServiceLifecycleTestKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct PurgeServiceTests {
    @Test func `rounds follow each other until a graceful shutdown`() async throws {
        let gatehouse = try await TestGatehouse()
        let pauses = PauseCount()
        let (thirdPause, reached) = AsyncStream.makeStream(of: Void.self)
        let service = PurgeService(
            gatehouse.installation.userPools, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) {
            guard pauses.next() == 3 else { return }
            reached.yield()
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            throw CancellationError()
        }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await service.run() }
                _ = await thirdPause.first { _ in true }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }
}

/// Counts from one.
private final class PauseCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
