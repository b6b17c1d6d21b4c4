// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Limits the memory for requests and responses over all connections.
///
/// It has two parts of the same size. Heads, the first bytes of each body and responses that their clients have not
/// taken are in one, and the rest of long bodies in the other: the requests of apps are so short that they are served
/// while long bodies exhaust theirs. One subscriber can use a quarter of the part for long bodies at most.
package final class BodyBudget: Sendable {
    /// The error for bytes that exceed the budget.
    package struct Exhausted: Error {}

    private struct Books {
        var total = 0
        var bySubscriber: [Subscriber: Int] = [:]
        /// The bytes in the part for short requests and for responses.
        var short = 0
    }

    /// The number of bytes of each body that count as a short request.
    package static let shortBody = 16_384

    private let maximum: Int
    private let maximumPerSubscriber: Int
    private let books = Mutex(Books())

    /// Creates an empty budget; a single body of `largest` bytes always fits, even if `maximum` is less.
    package init(maximum: Int, largest: Int) {
        self.maximum = max(maximum, largest)
        maximumPerSubscriber = max(maximum / 4, largest)
    }

    /// Reserves bytes for a body that has grown; the caller must release them with `giveBack`.
    /// - Throws: `Exhausted` if the budget is exceeded; no bytes are reserved then.
    package func take(_ bytes: Int, for subscriber: Subscriber) throws(Exhausted) {
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
    package func giveBack(_ bytes: Int, of subscriber: Subscriber) {
        books.withLock { books in
            books.total -= bytes
            let held = books.bySubscriber[subscriber, default: 0] - bytes
            books.bySubscriber[subscriber] = held > 0 ? held : nil
        }
    }

    /// Reserves bytes of a head, of the beginning of a body, or of a response; the caller must release them with
    /// `giveBackShort`.
    /// - Throws: `Exhausted` if the budget is exceeded; no bytes are reserved then.
    package func takeShort(_ bytes: Int) throws(Exhausted) {
        let isTaken = books.withLock { books in
            guard bytes <= maximum - books.short else { return false }
            books.short += bytes
            return true
        }
        guard isTaken else { throw Exhausted() }
    }

    /// Releases bytes of `takeShort`.
    package func giveBackShort(_ bytes: Int) {
        books.withLock { $0.short -= bytes }
    }
}
