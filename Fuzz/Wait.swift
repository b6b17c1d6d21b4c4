// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Synchronization

/// Waits for asynchronous work, and runs it on the thread that waits.
///
/// libFuzzer's thread does not belong to the cooperative pool and cannot `await`; and a thread's CPU time counts only
/// the work on that thread.
func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let executor = WaitingThread()
    let result = Outcome<Value>()
    Task(executorPreference: executor) {
        let value = await work()
        result.value.withLock { $0 = value }
        executor.stop()
    }
    executor.run()
    guard let value = result.value.withLock({ $0 }) else { preconditionFailure("the work has signalled its end") }
    return value
}

/// Runs the jobs of one task on the thread that waits for them.
private final class WaitingThread: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let changes = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        changes.signal()
    }

    /// Ends ``run()`` once nothing is left to do.
    func stop() {
        state.withLock { $0.isStopped = true }
        changes.signal()
    }

    func run() {
        while true {
            changes.wait()
            let (job, isStopped) = state.withLock { state in
                (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isStopped)
            }
            if let job {
                unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            } else if isStopped {
                return
            }
        }
    }
}

private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
