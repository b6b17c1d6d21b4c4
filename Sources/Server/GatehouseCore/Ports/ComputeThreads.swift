// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch

/// A task executor for long arithmetic, with its own threads, as many as the machine runs at once.
final class ComputeThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "gatehouse.compute", qos: .userInitiated, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
