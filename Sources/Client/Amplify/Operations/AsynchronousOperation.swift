// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import Synchronization

/// An operation whose work continues after `main` has returned, until `finish` is called.
///
/// Unchecked because `Operation` is so; the state here is behind a lock.
open class AsynchronousOperation: Operation, @unchecked Sendable {
    private enum State {
        case ready, executing, finished
    }

    private let state = Mutex(State.ready)

    /// Whether the operation has not started and all that it depends on is done.
    override open var isReady: Bool { state.withLock { $0 } == .ready && super.isReady }

    /// Whether the operation has started and not finished.
    override public final var isExecuting: Bool { state.withLock { $0 } == .executing }

    /// Whether the operation has finished.
    override public final var isFinished: Bool { state.withLock { $0 } == .finished }

    /// True.
    override public final var isAsynchronous: Bool { true }

    /// Starts the work, or finishes at once if the operation was cancelled before.
    override public final func start() {
        guard !isCancelled else {
            change(to: .finished)
            return
        }
        change(to: .executing)
        main()
    }

    /// Does the work, and calls `finish` when it is done; subclasses override this.
    override open func main() {
        finish()
    }

    /// Does nothing; subclasses that can pause override this.
    open func pause() {}

    /// Does nothing; subclasses that can pause override this.
    open func resume() {}

    /// Ends the operation; without effect unless it is executing.
    public final func finish() {
        if isExecuting {
            change(to: .finished)
        }
    }

    /// Changes the state, and informs queues and dependents, which observe the three properties.
    private func change(to next: State) {
        let operation: Operation = self
        operation.willChangeValue(for: \Operation.isReady)
        operation.willChangeValue(for: \Operation.isExecuting)
        operation.willChangeValue(for: \Operation.isFinished)
        state.withLock { $0 = next }
        operation.didChangeValue(for: \Operation.isReady)
        operation.didChangeValue(for: \Operation.isExecuting)
        operation.didChangeValue(for: \Operation.isFinished)
    }
}
