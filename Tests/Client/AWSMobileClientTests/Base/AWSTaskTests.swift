// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization
import Testing

@testable import AWSMobileClient

@Suite struct AWSTaskTests {
    private struct Failure: Error {}

    @Test func `a task with a result has ended`() {
        let task = AWSTask<NSString>(result: "a")
        #expect(task.result == "a")
        #expect(task.error == nil)
        #expect(task.isCompleted)
        #expect(!task.isFaulted)
        #expect(!task.isCancelled)
    }

    @Test func `a task without a result can have succeeded`() {
        let task = AWSTask<NSString>(result: nil)
        #expect(task.result == nil)
        #expect(task.isCompleted)
        #expect(!task.isFaulted)
    }

    @Test func `a failed task has its error`() {
        let task = AWSTask<NSString>(error: Failure())
        #expect(task.result == nil)
        #expect(task.error is Failure)
        #expect(task.isCompleted)
        #expect(task.isFaulted)
    }

    @Test func `a cancelled task has not failed`() {
        let task = AWSTask<NSString>(error: CancellationError())
        #expect(task.isCancelled)
        #expect(task.isCompleted)
        #expect(!task.isFaulted)
        #expect(task.error == nil)
    }

    @Test func `a task that runs has nothing`() {
        let task = AWSTask<NSString>()
        #expect(!task.isCompleted)
        #expect(!task.isFaulted)
        #expect(task.result == nil)
        task.end("a", nil)
        task.end("b", Failure())
        #expect(task.result == "a")
        #expect(!task.isFaulted)
    }

    @Test func `a block's result is the next task's`() {
        let next = AWSTask<NSString>(result: "a").continueWith { (task) -> Any? in task.result?.appending("b") }
        #expect(next.result as? NSString == "ab")
        let third = next.continueWith(block: { _ in 3 })
        #expect((third.result as? NSNumber)?.intValue == 3)
        #expect(third.continueWith { _ in nil }.result == nil)
        #expect(third.continueWith { _ in nil }.isCompleted)
    }

    @Test func `a block's task is the next task`() {
        let later = AWSTask<NSNumber>()
        let next = AWSTask<NSString>(result: "a").continueWith { _ in later }
        #expect(!next.isCompleted)
        later.end(4, nil)
        #expect(next.result as? NSNumber == 4)
        let failed = AWSTask<NSString>(result: "a").continueWith { _ in AWSTask<NSNumber>(error: Failure()) }
        #expect(failed.error is Failure)
    }

    @Test func `a failure is passed over the blocks that want a success`() {
        let calls = Mutex(0)
        let next = AWSTask<NSString>(error: Failure()).continueOnSuccessWith { _ in
            calls.withLock { $0 += 1 }
            return nil
        }
        #expect(next.error is Failure)
        #expect(calls.withLock { $0 } == 0)
        #expect(AWSTask<NSString>(result: "a").continueOnSuccessWith { $0.result }.result as? NSString == "a")
        #expect(AWSTask<NSString>(error: CancellationError()).continueOnSuccessWith { _ in 1 }.isCancelled)
    }

    @Test func `blocks run on the thread that ends the task, in their order`() async {
        let task = AWSTask<NSString>()
        let seen = Mutex<[String]>([])
        for name in ["a", "b"] {
            task.continueWith { _ in
                seen.withLock { $0.append("\(name) \(Thread.current.threadDictionary["name"] ?? "")") }
                return nil
            }
        }
        await withCheckedContinuation { continuation in
            Thread {
                Thread.current.threadDictionary["name"] = "ending"
                task.end("x", nil)
                continuation.resume()
            }.start()
        }
        #expect(seen.withLock { $0 } == ["a ending", "b ending"])
    }

    @Test(.timeLimit(.minutes(1))) func `threads wait for the end`() async {
        let task = AWSTask<NSString>()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread {
                            task.waitUntilFinished()
                            continuation.resume()
                        }.start()
                    }
                    #expect(task.isCompleted)
                }
            }
            group.addTask { task.end("a", nil) }
        }
        task.waitUntilFinished()
        #expect(task.result == "a")
    }

    @Test(.timeLimit(.minutes(1))) func `a block that is added while the task ends runs once`() async {
        for _ in 0..<200 {
            let (task, calls) = (AWSTask<NSString>(), Counter())
            await withTaskGroup { group in
                group.addTask { task.end("a", nil) }
                for _ in 0..<4 {
                    group.addTask {
                        task.continueWith { _ in
                            calls.add()
                            return nil
                        }
                    }
                }
            }
            #expect(calls.count == 4)
        }
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
