// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
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
