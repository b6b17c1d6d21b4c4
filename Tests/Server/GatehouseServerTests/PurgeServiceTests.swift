// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import Logging
import ServiceLifecycleTestKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct PurgeServiceTests {
    private struct DiskIsGone: Error {}

    @Test func `rounds go on until a graceful shutdown, and one that fails is not the last`() async throws {
        let lines = LogLines()
        let events = Mutex<[String]>([])
        let (thirdPause, reached) = AsyncStream.makeStream(of: Void.self)
        let service = PurgeService(logger: lines.logger) {
            let isFirst = events.withLock { events in
                events.append("round")
                return events.count == 2
            }
            if isFirst { throw DiskIsGone() }
        } pause: {
            let isThird = events.withLock { events in
                events.append("pause")
                return events.count == 5
            }
            guard isThird else { return }
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
        #expect(events.withLock { $0 } == ["pause", "round", "pause", "round", "pause"])
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("warning Expired rows") == true)
        #expect(lines.all.first?.contains("DiskIsGone") == true)
    }
}
