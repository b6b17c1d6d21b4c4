// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

// Unchecked, because the compiler does not know whether threads may share the objects of results. What changes is behind
// the lock, and a result never changes after the task has ended.
/// A result that is available now or later.
public final class AWSTask<ResultType: AnyObject>: @unchecked Sendable {
    private enum Outcome {
        case result(ResultType?)
        case failure(any Error)
    }

    private let condition = NSCondition()
    private var outcome: Outcome?
    private var continuations: [() -> Void] = []

    init() {}

    /// Creates a task that has ended with a result.
    public convenience init(result: ResultType?) {
        self.init()
        outcome = .result(result)
    }

    /// Creates a task that has failed.
    public convenience init(error: any Error) {
        self.init()
        outcome = .failure(error)
    }

    /// The result; nil before the end, and after a failure.
    public var result: ResultType? {
        if case .result(let result) = present { result } else { nil }
    }

    /// The error; nil before the end, and after a success or a cancellation.
    public var error: (any Error)? {
        if case .failure(let error) = present, !(error is CancellationError) { error } else { nil }
    }

    /// Whether the task has ended.
    public var isCompleted: Bool { present != nil }

    /// Whether the task has failed.
    public var isFaulted: Bool { error != nil }

    /// Whether the task was cancelled.
    public var isCancelled: Bool {
        if case .failure(let error) = present { error is CancellationError } else { false }
    }

    /// Calls a block when the task has ended, on the thread that ends it, or at once.
    ///
    /// - Parameter block: receives this task. It returns the result of the next task, or a task whose end is the end of
    ///   the next one.
    /// - Returns: the next task.
    @discardableResult
    public func continueWith(block: @escaping (AWSTask<ResultType>) -> Any?) -> AWSTask<AnyObject> {
        let next = AWSTask<AnyObject>()
        whenEnded { next.follow(block(self)) }
        return next
    }

    /// Calls a block when the task has ended with a result; a failure is passed on to the next task.
    ///
    /// - Parameter block: as in `continueWith(block:)`.
    /// - Returns: the next task.
    @discardableResult
    public func continueOnSuccessWith(block: @escaping (AWSTask<ResultType>) -> Any?) -> AWSTask<AnyObject> {
        let next = AWSTask<AnyObject>()
        whenEnded {
            switch self.present {
            case .failure(let error): next.end(nil, error)
            case .result, nil: next.follow(block(self))
            }
        }
        return next
    }

    /// Blocks the calling thread until the task has ended.
    public func waitUntilFinished() {
        condition.withLock {
            while outcome == nil { condition.wait() }
        }
    }

    /// Ends the task, unless it has ended already.
    func end(_ result: ResultType?, _ error: (any Error)?) {
        let waiting: [() -> Void] = condition.withLock {
            guard outcome == nil else { return [] }
            outcome = error.map { .failure($0) } ?? .result(result)
            condition.broadcast()
            defer { continuations = [] }
            return continuations
        }
        for call in waiting { call() }
    }

    private var present: Outcome? { condition.withLock { outcome } }

    private func whenEnded(_ call: @escaping () -> Void) {
        let hasEnded = condition.withLock {
            if outcome == nil { continuations.append(call) }
            return outcome != nil
        }
        if hasEnded { call() }
    }
}

/// A task of any result.
private protocol TaskOfAnyResult {
    func whenEnded(_ call: @escaping (AnyObject?, (any Error)?) -> Void)
}

extension AWSTask: TaskOfAnyResult {
    fileprivate func whenEnded(_ call: @escaping (AnyObject?, (any Error)?) -> Void) {
        whenEnded {
            switch self.present {
            case .result(let result): call(result, nil)
            case .failure(let error): call(nil, error)
            case nil: call(nil, nil)
            }
        }
    }
}

extension AWSTask<AnyObject> {
    /// Ends with what a block returned, or as the task that it returned.
    fileprivate func follow(_ value: Any?) {
        switch value {
        case let task as any TaskOfAnyResult: task.whenEnded { self.end($0, $1) }
        case let value?: end(value as AnyObject, nil)
        case nil: end(nil, nil)
        }
    }
}
