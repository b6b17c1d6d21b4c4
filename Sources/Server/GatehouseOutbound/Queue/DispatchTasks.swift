// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tasks of a `MessageDispatcher`, in order.
struct DispatchTasks: Sendable {
    enum Item: Sendable {
        /// Send a new message, and report the outcome to the waiting caller.
        case send(OutgoingMessage, reply: AsyncStream<MessageDispatcher.Outcome>.Continuation?)
        /// Search the queue for messages that are due.
        case search
        /// An attempt has ended, and its lane is free.
        case laneFree
    }

    let stream: AsyncStream<Item>
    private let continuation: AsyncStream<Item>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Adds a task; `false` after `close()`.
    @discardableResult
    func add(_ item: Item) -> Bool {
        if case .terminated = continuation.yield(item) { false } else { true }
    }

    /// Ends the stream after its remaining tasks.
    func close() {
        continuation.finish()
    }
}
