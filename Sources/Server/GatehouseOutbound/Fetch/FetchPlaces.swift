// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Counts the requests under way, so that those to a slow host leave places for others.
final class FetchPlaces: Sendable {
    private struct Counts {
        var total = 0
        var byHost: [String: Int] = [:]
    }

    private let limit: Int
    private let limitPerHost: Int
    private let counts = Mutex(Counts())

    init(limit: Int = 256, perHost: Int = 32) {
        self.limit = limit
        limitPerHost = perHost
    }

    /// Takes a place; returns `false` if all are taken, in total or by this host.
    func take(_ host: String) -> Bool {
        counts.withLock { counts in
            guard counts.total < limit, counts.byHost[host, default: 0] < limitPerHost else { return false }
            counts.total += 1
            counts.byHost[host, default: 0] += 1
            return true
        }
    }

    /// Gives a place back that ``take(_:)`` gave.
    func giveBack(_ host: String) {
        counts.withLock { counts in
            counts.total -= 1
            let count = counts.byHost[host, default: 1] - 1
            counts.byHost[host] = count > 0 ? count : nil
        }
    }
}
