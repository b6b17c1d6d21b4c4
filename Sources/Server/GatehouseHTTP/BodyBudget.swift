// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Bounds the bytes of bodies that are in memory at once, over all connections.
///
/// The beginning of each body is free: connections are limited themselves, and what apps send fits into it, so they are
/// answered while somebody uses the budget up. Nobody can use up more than a quarter alone.
final class BodyBudget: Sendable {
    /// There is no room for more at present.
    struct Exhausted: Error {}

    private struct Books {
        var total = 0
        var bySubscriber: [Subscriber: Int] = [:]
    }

    /// How many bytes of each body count for nothing.
    static let free = 16_384

    private let maximum: Int
    private let maximumPerSubscriber: Int
    private let books = Mutex(Books())

    /// Begins with nothing held; a body of `largest` bytes fits if it is the only one, however small the budget.
    init(maximum: Int, largest: Int) {
        self.maximum = max(maximum, largest)
        maximumPerSubscriber = max(maximum / 4, largest)
    }

    /// Notes that a body has grown; what was taken must be given back.
    /// - Throws: `Exhausted` when that is too much; nothing is noted then.
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

    /// Notes that a body is gone.
    func giveBack(_ bytes: Int, of subscriber: Subscriber) {
        books.withLock { books in
            books.total -= bytes
            let held = books.bySubscriber[subscriber, default: 0] - bytes
            books.bySubscriber[subscriber] = held > 0 ? held : nil
        }
    }
}
