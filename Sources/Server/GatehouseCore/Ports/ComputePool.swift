// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Runs long arithmetic (SRP powers, RSA keys and signatures) on threads of its own, so that neither an event loop nor
/// the cooperative pool waits for it.
package struct ComputePool: Sendable {
    private let threads: ComputeThreads?

    private init(_ threads: ComputeThreads?) {
        self.threads = threads
    }

    /// Threads apart from those that serve requests.
    package static let threads = ComputePool(ComputeThreads())

    /// The caller's own thread, for tests that count steps.
    package static let inline = ComputePool(nil)

    /// Runs `work` and returns what it returns.
    /// - Throws: whatever `work` throws.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let threads else { return try work() }
        return try await withTaskExecutorPreference(threads) { @concurrent in try work() }
    }

    /// Does all of `body` on the pool's threads: what it runs there one after the other takes the way once.
    /// - Throws: whatever `body` throws.
    package func staying<Value: Sendable, Failure: Error>(
        _ body: @Sendable @concurrent () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let threads else { return try await body() }
        return try await withTaskExecutorPreference(threads, operation: body)
    }
}
