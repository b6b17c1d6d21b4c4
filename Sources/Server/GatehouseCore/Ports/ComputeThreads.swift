// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A task executor for long arithmetic, with its own threads.
final class ComputeThreads: TaskExecutor {
    private let lane: ComputeLane

    /// The number of threads.
    var count: Int { lane.count }

    init(_ count: Int, of threads: any LaneThreads) {
        lane = ComputeLane(count, of: threads)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        _ = lane.take { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs a job of an admitted request.
    fileprivate func enqueue(_ job: UnownedJob, of seat: ComputeSeat) {
        let item = seat.admitted.begin(.computing)
        _ = lane.take(seat.admitted.priority, isResumed: item.isResumed, report: { item.end(took: $0) }) {
            unsafe job.runSynchronously(on: seat.asUnownedTaskExecutor())
        }
    }
}

/// The task executor of one admitted request on the compute threads: its jobs wait by the request's priority, and their
/// times are reported.
final class ComputeSeat: TaskExecutor {
    let threads: ComputeThreads
    fileprivate let admitted: AdmittedRequest

    init(_ admitted: AdmittedRequest, on threads: ComputeThreads) {
        self.admitted = admitted
        self.threads = threads
    }

    func enqueue(_ job: consuming ExecutorJob) {
        threads.enqueue(UnownedJob(job), of: self)
    }
}
