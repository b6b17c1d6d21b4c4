// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
public import Testing

/// Runs each test on a thread of its own, because it blocks while it waits for other processes.
///
/// The pool of threads for tasks has as many as the machine has processors, so a few blocked ones would let all other
/// tests stand still, and those with limits on time fail.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    private final class Executor: TaskExecutor {
        private let queue = DispatchQueue(label: "blocking test")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    /// Whether the tests of a suite have the trait of the suite.
    public let isRecursive = true

    /// Runs a test on a new thread.
    /// - Throws: the test's error.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await body() }
        try await withTaskExecutorPreference(Executor()) { try await body() }
    }
}

extension Trait where Self == OwnThread {
    /// Runs each test on a thread of its own.
    public static var ownThread: Self { Self() }
}
