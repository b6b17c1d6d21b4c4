// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch

/// Runs long arithmetic (SRP powers, RSA keys and signatures) on threads of its own, so that neither an event loop nor
/// the cooperative pool waits for it.
package struct ComputePool: Sendable {
    private let queue: DispatchQueue?

    private init(queue: DispatchQueue?) {
        self.queue = queue
    }

    /// Threads apart from those that serve requests.
    package static let threads = ComputePool(
        queue: DispatchQueue(label: "gatehouse.compute", qos: .userInitiated, attributes: .concurrent)
    )

    /// The caller's own thread, for tests that count steps.
    package static let inline = ComputePool(queue: nil)

    /// Runs `work` and returns what it returns.
    /// - Throws: whatever `work` throws.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let queue else { return try work() }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Result { try work() })
            }
        }
    }
}
