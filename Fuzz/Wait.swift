// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Synchronization

/// Waits for asynchronous work: libFuzzer's thread is not one of the cooperative pool, and knows no `await`.
func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Outcome<Value>()
    Task {
        let value = await work()
        result.value.withLock { $0 = value }
        done.signal()
    }
    done.wait()
    guard let value = result.value.withLock({ $0 }) else { preconditionFailure("the work has signalled its end") }
    return value
}

private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
