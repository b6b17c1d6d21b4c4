// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The largest numbers of responses in chunks and of WebSockets that are open at once.
package struct StreamLimits: Sendable, Equatable {
    /// The largest number of all clients together.
    package var maximum: Int
    /// The largest number of one client, also behind a trusted proxy.
    package var maximumPerAddress: Int

    /// Creates limits.
    package init(maximum: Int, maximumPerAddress: Int) {
        self.maximum = maximum
        self.maximumPerAddress = maximumPerAddress
    }

    /// Three quarters of the connections that a server and one client may have: a stream keeps its connection for as
    /// long as its client wants, and the others remain for requests.
    package init(ofConnections connections: Int, perAddress: Int) {
        self.init(maximum: Self.share(of: connections), maximumPerAddress: Self.share(of: perAddress))
    }

    private static func share(of connections: Int) -> Int { max(connections * 3 / 4, 1) }
}

/// Counts the responses in chunks and the WebSockets from their admission to the end of the function that serves them,
/// in total and for each client.
package final class OpenStreams: Sendable {
    /// The limit that is reached.
    package enum Full: Error {
        /// The limit of all clients together.
        case ofServer
        /// The limit of one client.
        case ofAddress
    }

    private struct Books {
        var total = 0
        var bySubscriber: [Subscriber: Int] = [:]
    }

    private let limits: StreamLimits
    private let books = Mutex(Books())
    private let record: @Sendable (Int) -> Void

    /// Creates empty books; `record` gets the number of open streams after each change, in the order of the changes.
    package init(_ limits: StreamLimits, record: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.limits = limits
        self.record = record
    }

    /// The number of open streams.
    package var count: Int { books.withLock { $0.total } }

    /// Counts a stream until its place is left.
    /// - Throws: the limit that is reached; nothing is counted then.
    package func open(for subscriber: Subscriber) throws(Full) -> StreamPlace {
        let full = books.withLock { books -> Full? in
            let present = books.bySubscriber[subscriber, default: 0]
            guard present < limits.maximumPerAddress else { return .ofAddress }
            guard books.total < limits.maximum else { return .ofServer }
            books.total += 1
            books.bySubscriber[subscriber] = present + 1
            record(books.total)
            return nil
        }
        if let full { throw full }
        return StreamPlace(self, subscriber)
    }

    fileprivate func close(for subscriber: Subscriber) {
        books.withLock { books in
            books.total -= 1
            record(books.total)
            let present = books.bySubscriber[subscriber, default: 0] - 1
            books.bySubscriber[subscriber] = present > 0 ? present : nil
        }
    }
}

/// The place of one stream in the books; one that is not left is given back with its last reference, because a client may
/// go before its stream begins.
package final class StreamPlace: Sendable {
    private let streams: OpenStreams
    private let subscriber: Subscriber
    private let isLeft = Atomic(false)

    fileprivate init(_ streams: OpenStreams, _ subscriber: Subscriber) {
        self.streams = streams
        self.subscriber = subscriber
    }

    deinit { leave() }

    /// Gives the place back, once.
    package func leave() {
        guard !isLeft.exchange(true, ordering: .relaxed) else { return }
        streams.close(for: subscriber)
    }
}
