// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Dispatch
import Testing

@Suite struct TaskQueueTests {
    private struct Failure: Error {}

    @Test func `blocks run one after the other in the order in which they were added`() async throws {
        let queue = TaskQueue<Int>()
        let begun = AtomicValue(initialValue: [Int]())
        let running = AtomicValue(initialValue: 0)
        for number in 0..<50 {
            queue.async {
                #expect(running.increment() == 1)
                await Task.yield()
                begun.append(number)
                return running.decrement()
            }
        }
        #expect(try await queue.sync { begun.get().count } == 50)
        #expect(begun.get() == Array(0..<50))
    }

    @Test func `the error of a block reaches its caller and does not stop the queue`() async throws {
        let queue = TaskQueue<Int>()
        queue.async { throw Failure() }
        await #expect(throws: Failure.self) { try await queue.sync { throw Failure() } }
        #expect(try await queue.sync { 7 } == 7)
    }

    @Test func `blocks that were added run also after the queue is released`() async {
        let (values, continuation) = AsyncStream<Int>.makeStream()
        do {
            let queue = TaskQueue<Void>()
            queue.async { continuation.yield(7) }
        }
        #expect(await values.first { _ in true } == 7)
    }
}

@Suite struct SleepTests {
    @Test(arguments: [0, -1, -Double.infinity, Double.nan])
    func `no time is waited for when the number is not positive`(seconds: Double) async throws {
        try await Task.sleep(seconds: seconds)
    }

    @Test(arguments: [60, 1e300, Double.infinity])
    func `a cancelled task does not wait`(seconds: Double) async {
        let task = Task { try await Task.sleep(seconds: seconds) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a timer calls its block once it is resumed`() async {
        let queue = DispatchQueue(label: "timer")
        let (fired, continuation) = AsyncStream<Int>.makeStream()
        let timers = [
            DispatchSource.makeOneOffDispatchSourceTimer(interval: .nanoseconds(1), queue: queue) {
                continuation.yield(1)
            },
            DispatchSource.makeOneOffDispatchSourceTimer(deadline: .now(), queue: queue) { continuation.yield(2) },
        ]
        timers.forEach { $0.resume() }
        #expect(await fired.prefix(2).reduce(0, +) == 3)
        timers.forEach { $0.cancel() }
    }
}
