// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// Refuses a client that asks too often, before anything of the request is read.
struct AddressLimit: Sendable {
    private let buckets: TokenBuckets

    init(_ rate: RequestRate, clock: WallClock) {
        buckets = TokenBuckets(rate, clock: clock)
    }

    /// Whether one more request from this address is answered.
    func admits(_ address: String) -> Bool {
        buckets.admits(Subscriber(address))
    }
}
