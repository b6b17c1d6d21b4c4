// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization
import Testing

@Suite struct StageTests {
    @Test func `the same seed gives the same order, and another seed another one`() async throws {
        let first = try await order(seed: 1)
        #expect(first.sorted() == Array(0..<32))
        #expect(try await order(seed: 1) == first)
        #expect(try await order(seed: 2) != first)
    }

    @Test func `a simulated day takes no time, and sleepers wake in the order of their moments`() async throws {
        let log = Log()
        let elapsed = try await Stage.play(seed: 3) { stage in
            try await withThrowingTaskGroup { group in
                for hours in [24, 1, 5] {
                    group.addTask {
                        try await stage.sleep(.seconds(hours * 3_600))
                        log.append(hours)
                    }
                }
                try await group.waitForAll()
            }
            return stage.elapsed
        }
        #expect(elapsed == .seconds(86_400))
        #expect(log.numbers == [1, 5, 24])
    }

    @Test func `an action takes place on the stage after its time, and a task that it wakes runs there`() async throws {
        let log = Log()
        let elapsed = try await Stage.play(seed: 7) { stage in
            for minutes in [3, 1, 2] { stage.after(.seconds(minutes * 60)) { log.append(minutes) } }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                stage.after(.seconds(90)) { continuation.resume() }
            }
            log.append(stage.offStage { 90 })
            return stage.elapsed
        }
        #expect(elapsed == .seconds(90))
        #expect(log.numbers == [1, 90, 2, 3])
    }

    @Test func `a sleep ends when its task is cancelled`() async throws {
        let elapsed = try await Stage.play(seed: 4) { stage in
            let sleeping = Task { try await stage.sleep(.seconds(60)) }
            try await stage.sleep(.seconds(1))
            sleeping.cancel()
            await #expect(throws: CancellationError.self) { try await sleeping.value }
            return stage.elapsed
        }
        #expect(elapsed == .seconds(1))
    }

    @Test func `a task that waits for an impossible event is reported`() async throws {
        await #expect(throws: StageError.stalled) {
            try await Stage.play(seed: 5) { _ in
                let (never, continuation) = AsyncStream<Void>.makeStream()
                for await _ in never {}
                continuation.finish()
            }
        }
    }

    @Test func `work off the stage runs elsewhere while the stage stands still`() async throws {
        let sum = try await Stage.play(seed: 6) { stage in
            stage.offStage {
                await withTaskGroup { group in
                    for number in 1...10 { group.addTask { number } }
                    return await group.reduce(0, +)
                }
            }
        }
        #expect(sum == 55)
    }

    private func order(seed: UInt64) async throws -> [Int] {
        try await Stage.play(seed: seed) { _ in
            let log = Log()
            await withTaskGroup { group in
                for number in 0..<32 { group.addTask { log.append(number) } }
            }
            return log.numbers
        }
    }
}

private final class Log: Sendable {
    private let state = Mutex<[Int]>([])

    var numbers: [Int] { state.withLock { $0 } }

    func append(_ number: Int) { state.withLock { $0.append(number) } }
}
