// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct AsynchronousOperationTests {
    /// An operation whose work continues until the test ends it.
    private final class Work: AsynchronousOperation, @unchecked Sendable {
        let starts = AtomicValue(initialValue: 0)

        override func main() {
            _ = starts.increment()
        }
    }

    @Test func `an operation executes until it is finished, not until main returns`() {
        let work = Work()
        #expect(work.isReady && !work.isExecuting && !work.isFinished && work.isAsynchronous)
        work.start()
        #expect(work.isExecuting && !work.isFinished && !work.isReady)
        work.finish()
        #expect(!work.isExecuting && work.isFinished)
    }

    @Test func `an operation that was cancelled finishes without its work`() {
        let work = Work()
        work.cancel()
        work.start()
        #expect(work.isFinished && work.starts.get() == 0)
    }

    @Test func `finishing has no effect before the start`() {
        let work = Work()
        work.finish()
        #expect(work.isReady && !work.isFinished)
    }

    @Test func `an operation without work of its own finishes at once`() {
        let operation = AsynchronousOperation()
        operation.pause()
        operation.resume()
        operation.start()
        #expect(operation.isFinished)
    }

    @Test func `a queue starts the next operation when one is finished`() async {
        let (started, continuation) = AsyncStream<Int>.makeStream()
        final class Step: AsynchronousOperation, @unchecked Sendable {
            let number: Int
            let begin: @Sendable (Int) -> Void

            init(_ number: Int, begin: @escaping @Sendable (Int) -> Void) {
                self.number = number
                self.begin = begin
            }

            override func main() {
                begin(number)
            }
        }
        let steps = (0..<2).map { number in Step(number) { continuation.yield($0) } }
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        steps.forEach(queue.addOperation)
        var iterator = started.makeAsyncIterator()
        #expect(await iterator.next() == 0)
        #expect(!steps[1].isExecuting)
        steps[0].finish()
        #expect(await iterator.next() == 1)
        steps[1].finish()
    }
}
