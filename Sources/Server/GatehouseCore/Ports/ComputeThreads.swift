// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch

/// Threads of their own for long arithmetic, as many as the machine runs at once, as an executor of tasks.
final class ComputeThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "gatehouse.compute", qos: .userInitiated, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
