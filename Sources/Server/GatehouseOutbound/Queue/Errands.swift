// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What the post office has to do, in order.
struct Errands: Sendable {
    enum Errand: Sendable {
        /// Send a new parcel, and tell who waits for it.
        case send(Parcel, reply: AsyncStream<PostOffice.Outcome>.Continuation?)
        /// Look into the queue for what is due.
        case search
        /// An attempt has ended, and its lane is free.
        case laneFree
    }

    let stream: AsyncStream<Errand>
    private let continuation: AsyncStream<Errand>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Adds an errand; `false` once the office has closed.
    @discardableResult
    func add(_ errand: Errand) -> Bool {
        if case .terminated = continuation.yield(errand) { false } else { true }
    }

    /// Ends the stream once what is in it has been looked at.
    func close() {
        continuation.finish()
    }
}
