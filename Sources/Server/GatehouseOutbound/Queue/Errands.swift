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

    /// Adds an errand; once the office has closed, nobody waits for it any more.
    func add(_ errand: Errand) {
        guard case .terminated = continuation.yield(errand), case .send(_, let reply) = errand else { return }
        reply?.finish()
    }

    /// Ends the stream once what is in it has been looked at.
    func close() {
        continuation.finish()
    }
}
