// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseWire
import Synchronization

/// Runs long arithmetic (SRP powers, RSA keys and signatures) on threads of its own, so that neither an event loop nor
/// the cooperative pool waits for it.
package struct ComputePool: Sendable {
    private enum Threads: Sendable {
        case none
        case many(ComputeThreads)
        case few(ComputeLane, Overload)
    }

    private let threads: Threads

    private init(_ threads: Threads) {
        self.threads = threads
    }

    /// The default pool: threads of their own, apart from the threads that serve requests.
    ///
    /// Its queue has no limit of its own: ``Admission`` limits the requests whose work waits in it.
    package static let threads = unbounded(
        ProcessorCount.usable, of: DispatchThreads(label: "gatehouse.compute", qos: .userInitiated))

    /// A pool like ``threads``, with `count` of other threads.
    package static func unbounded(_ count: Int, of threads: any LaneThreads) -> ComputePool {
        ComputePool(.many(ComputeThreads(count, of: threads)))
    }

    /// The caller's own thread, for tests that count steps.
    package static let inline = ComputePool(.none)

    /// A few threads for work so slow that it would delay all other work; by default half as many threads as cores.
    ///
    /// At most `places` pieces of work wait, and only as many as will wait for no more than `longestWait` nanoseconds,
    /// by the times of earlier work. `overload` is the reason for refusing more. A simulation has `others` in place of
    /// the threads.
    package static func bounded(
        threads: Int? = nil, places: Int = 32, longestWait: Int = Overload.longestWait, overload: Overload = .hashing,
        of others: (any LaneThreads)? = nil
    ) -> ComputePool {
        let count = threads ?? max(1, ProcessorCount.usable / 2)
        // The threads that sign tokens have another quality of service, so that the two never wait for each other.
        let threads = others ?? DispatchThreads(label: "gatehouse.lane", qos: .utility)
        return ComputePool(.few(ComputeLane(count, of: threads, places: places, longestWait: longestWait), overload))
    }

    /// The number of threads.
    package var count: Int {
        switch threads {
        case .none: 1
        case .many(let threads): threads.count
        case .few(let lane, _): lane.count
        }
    }

    /// The reason for which further work in a bounded pool would be refused; `nil` if it would not be.
    package var overload: Overload? {
        guard case .few(let lane, let overload) = threads, lane.isFull else { return nil }
        return overload
    }

    /// Runs `work` and returns its result.
    ///
    /// Work that `mayExceed` the limits of a bounded pool is never refused: its caller has checked ``overload`` before.
    /// - Throws: the error of `work`; ``Overload/fault`` when the work would wait too long in a bounded pool;
    ///   ``ClientGone`` when the client has gone before the work began.
    package func run<Value: Sendable>(
        mayExceed: Bool = false, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        switch threads {
        case .none:
            try ClientPresence.current?.require()
            return try work()
        case .many(let threads):
            let presence = ClientPresence.current
            return try await withTaskExecutorPreference(executor(on: threads)) { @concurrent in
                try presence?.require()
                return try work()
            }
        case .few(let lane, let overload):
            let presence = ClientPresence.current
            return try await withCheckedThrowingContinuation { continuation in
                let isTaken = lane.take(mayExceed: mayExceed) {
                    continuation.resume(
                        with: Result {
                            try presence?.require()
                            return try work()
                        })
                }
                if !isTaken { continuation.resume(throwing: overload.fault) }
            }
        }
    }

    /// Runs all of `body` on the pool's threads if it has many, so that consecutive calls of `run` in it change threads
    /// only once.
    /// - Throws: the error of `body`.
    package func staying<Value: Sendable, Failure: Error>(
        _ body: @Sendable @concurrent () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard case .many(let threads) = threads else { return try await body() }
        guard var admitted = AdmittedRequest.current else {
            return try await withTaskExecutorPreference(threads, operation: body)
        }
        let seat = ComputeSeat(admitted, on: threads)
        admitted.seat = seat
        return try await withTaskExecutorPreference(seat) { @concurrent () async throws(Failure) -> Value in
            let result = await AdmittedRequest.$current.withValue(admitted) { () async -> Result<Value, Failure> in
                do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
            }
            return try result.get()
        }
    }

    /// Runs all of `body` like ``staying(_:)`` while a thread is free, else where the caller is.
    ///
    /// For a body that begins with other work, which must not wait for arithmetic.
    /// - Throws: the error of `body`.
    package func stayingIfFree<Value: Sendable, Failure: Error>(
        _ body: @Sendable @concurrent () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard case .many(let threads) = threads, threads.hasFreeThread else { return try await body() }
        return try await staying(body)
    }

    /// The executor for work of the current task: the one that it stays on, or one that reports the work.
    private func executor(on threads: ComputeThreads) -> any TaskExecutor {
        guard let admitted = AdmittedRequest.current else { return threads }
        guard let seat = admitted.seat, seat.threads === threads else { return ComputeSeat(admitted, on: threads) }
        return seat
    }
}

/// A task executor for long arithmetic, with its own threads.
final class ComputeThreads: TaskExecutor {
    private let lane: ComputeLane

    /// The number of threads.
    var count: Int { lane.count }
    fileprivate var hasFreeThread: Bool { lane.hasFreeThread }

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
        let report: @Sendable (Int) -> Void = { time in item.end(took: max(0, time - seat.takeWait())) }
        _ = lane.take(seat.admitted.priority, isResumed: item.isResumed, report: report) {
            unsafe job.runSynchronously(on: seat.asUnownedTaskExecutor())
        }
    }
}

/// The task executor of one admitted request on the compute threads: its jobs wait by the request's priority, and their
/// times are reported.
final class ComputeSeat: TaskExecutor {
    let threads: ComputeThreads
    fileprivate let admitted: AdmittedRequest
    /// The time in nanoseconds in which jobs waited in their places since a time was reported.
    private let wait = Atomic(0)

    init(_ admitted: AdmittedRequest, on threads: ComputeThreads) {
        self.admitted = admitted
        self.threads = threads
    }

    func enqueue(_ job: consuming ExecutorJob) {
        threads.enqueue(UnownedJob(job), of: self)
    }

    fileprivate func takeWait() -> Int { wait.exchange(0, ordering: .relaxed) }

    /// Whether the current task runs on the compute threads in this seat.
    private var hasCurrentTask: Bool {
        unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor == asUnownedTaskExecutor() }
    }

    fileprivate func waitInPlace(_ work: () -> Void) -> Bool {
        guard threads.hasFreeThread, hasCurrentTask else { return false }
        wait.add(admitted.admission.pausing(.computing, during: work), ordering: .relaxed)
        return true
    }
}

extension AdmittedRequest {
    /// Runs work that waits for something other than arithmetic, such as a commit, on the compute thread on which the
    /// current task stays, so that the task need not change threads twice.
    ///
    /// It does so only while another compute thread is free, so its threads are never all occupied by waiting. The time
    /// counts as none of the request's arithmetic.
    /// - Returns: `false` if the work has to be done elsewhere, because the task is on another thread or none is free.
    package func waitInPlace(_ work: () -> Void) -> Bool { seat?.waitInPlace(work) ?? false }
}
