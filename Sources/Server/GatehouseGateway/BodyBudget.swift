// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Limits the memory for request bodies over all connections.
///
/// The first bytes of each body are not counted: the number of connections is limited, and the requests of apps are so
/// short that they are served even while the budget is exhausted. One subscriber can use a quarter of the budget at
/// most.
final class BodyBudget: Sendable {
    /// The error for a body that exceeds the budget.
    struct Exhausted: Error {}

    private struct Books {
        var total = 0
        var bySubscriber: [Subscriber: Int] = [:]
    }

    /// The number of bytes of each body that are not counted.
    static let free = 16_384

    private let maximum: Int
    private let maximumPerSubscriber: Int
    private let books = Mutex(Books())

    /// Creates an empty budget; a single body of `largest` bytes always fits, even if `maximum` is less.
    init(maximum: Int, largest: Int) {
        self.maximum = max(maximum, largest)
        maximumPerSubscriber = max(maximum / 4, largest)
    }

    /// Reserves bytes for a body that has grown; the caller must release them with `giveBack`.
    /// - Throws: `Exhausted` if the budget is exceeded; no bytes are reserved then.
    func take(_ bytes: Int, for subscriber: Subscriber) throws(Exhausted) {
        let isTaken = books.withLock { books in
            let held = books.bySubscriber[subscriber, default: 0]
            guard bytes <= maximum - books.total, bytes <= maximumPerSubscriber - held else { return false }
            books.total += bytes
            books.bySubscriber[subscriber] = held + bytes
            return true
        }
        guard isTaken else { throw Exhausted() }
    }

    /// Releases the bytes of a body.
    func giveBack(_ bytes: Int, of subscriber: Subscriber) {
        books.withLock { books in
            books.total -= bytes
            let held = books.bySubscriber[subscriber, default: 0] - bytes
            books.bySubscriber[subscriber] = held > 0 ? held : nil
        }
    }
}
