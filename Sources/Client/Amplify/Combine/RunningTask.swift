// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The task behind a publisher.
///
/// An unstructured task, because a publisher's work is not bound to any caller's scope.
final class RunningTask: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    func hold(_ task: Task<Void, Never>) {
        self.task.withLock { $0 = task }
    }

    func cancel() {
        task.withLock { $0 }?.cancel()
    }
}
