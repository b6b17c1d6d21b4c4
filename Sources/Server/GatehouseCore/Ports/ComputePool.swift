// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import GatehouseWire

/// Runs long arithmetic (SRP powers, RSA keys and signatures) on threads of its own, so that neither an event loop nor
/// the cooperative pool waits for it.
package struct ComputePool: Sendable {
    private enum Threads: Sendable {
        case none
        case many(ComputeThreads)
        case few(ComputeLane)
    }

    private let threads: Threads

    private init(_ threads: Threads) {
        self.threads = threads
    }

    /// The default pool: threads apart from those that serve requests.
    package static let threads = ComputePool(.many(ComputeThreads()))

    /// The caller's own thread, for tests that count steps.
    package static let inline = ComputePool(.none)

    /// A few threads for work so slow that it would delay all other work; by default half as many threads as cores.
    ///
    /// By default 32 pieces of work may wait; one thread completes them in about ten seconds.
    package static func bounded(threads: Int? = nil, places: Int = 32) -> ComputePool {
        let threads = threads ?? max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
        return ComputePool(.few(ComputeLane(threads: threads, places: places)))
    }

    /// Runs `work` and returns its result.
    /// - Throws: the error of `work`; `TooManyRequestsException` when a bounded pool's waiting queue is full.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        switch threads {
        case .none:
            return try work()
        case .many(let threads):
            return try await withTaskExecutorPreference(threads) { @concurrent in try work() }
        case .few(let lane):
            return try await withCheckedThrowingContinuation { continuation in
                let isTaken = lane.take { continuation.resume(with: Result { try work() }) }
                if !isTaken { continuation.resume(throwing: ServiceFault.rateExceeded) }
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
        return try await withTaskExecutorPreference(threads, operation: body)
    }
}

/// A task executor for long arithmetic, with its own threads, as many as the machine runs at once.
final class ComputeThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "gatehouse.compute", qos: .userInitiated, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
