// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CFIDO2
import Dispatch
import Foundation
import Synchronization

/// Runs calls of libfido2: they block until the user touches the key, so each has a thread of its own.
enum KeyThread {
    /// The interval between repeated cancellations: a key ignores a cancellation that arrives before the call.
    private static let patience = DispatchTimeInterval.milliseconds(100)

    /// Runs a call; if the task is cancelled, cancels the call at the key.
    ///
    /// - Returns: the result of the call.
    /// - Throws: `CancellationError` if the task was cancelled before.
    static func run<Value: Sendable>(
        _ key: SecurityKey?, _ call: @escaping @Sendable () throws(FIDOFault) -> Value
    ) async throws -> Result<Value, FIDOFault> {
        try Task.checkCancellation()
        let finished = DispatchSemaphore(value: 0)
        let hasResult = Atomic(false)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    // The library requires this call on every thread. Passkeys need CTAP2, so U2F is disabled.
                    fido_init(FIDO_DISABLE_U2F_FALLBACK)
                    let result = Result { () throws(FIDOFault) in try call() }
                    finished.signal()
                    hasResult.store(true, ordering: .releasing)
                    continuation.resume(returning: result)
                }
            }
        } onCancel: {
            guard let key else { return }
            Thread.detachNewThread {
                repeat { key.cancel() } while finished.wait(timeout: .now() + patience) == .timedOut
            }
        }
        // If the call ends before the task waits for it, the thread sanitizer needs this to see the order.
        _ = hasResult.load(ordering: .acquiring)
        return result
    }
}
