// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tasks of the post office, in order.
struct OfficeTasks: Sendable {
    enum Item: Sendable {
        /// Send a new parcel, and tell who waits for it.
        case send(Parcel, reply: AsyncStream<PostOffice.Outcome>.Continuation?)
        /// Look into the queue for what is due.
        case search
        /// An attempt has ended, and its lane is free.
        case laneFree
    }

    let stream: AsyncStream<Item>
    private let continuation: AsyncStream<Item>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Adds a task; `false` once the office has closed.
    @discardableResult
    func add(_ item: Item) -> Bool {
        if case .terminated = continuation.yield(item) { false } else { true }
    }

    /// Ends the stream once what is in it has been looked at.
    func close() {
        continuation.finish()
    }
}
