// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// Limits the request rate of each client address, before the server reads a request's body.
struct AddressLimit: Sendable {
    private let buckets: TokenBuckets

    init(_ rate: RequestRate, clock: WallClock) {
        buckets = TokenBuckets(rate, clock: clock)
    }

    /// Counts one more request from this address; returns `false` if the limit is reached.
    func admits(_ address: String) -> Bool {
        buckets.admits(Subscriber(address))
    }
}
