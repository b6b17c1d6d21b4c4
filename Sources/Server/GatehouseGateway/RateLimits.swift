// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The rate limits of the gateway.
package struct RateLimits: Sendable, Equatable {
    /// The limit for each client address; IPv6 addresses with the same first 64 bits count as one.
    package var perAddress: RequestRate
    /// The limit for reading one user's account.
    package var readsPerUser: RequestRate
    /// The limit for writing one user's account.
    package var writesPerUser: RequestRate

    /// Creates limits; the defaults for users are those of the service.
    package init(
        perAddress: RequestRate = RequestRate(perSecond: 100, burst: 300),
        readsPerUser: RequestRate = RequestRate(perSecond: 10),
        writesPerUser: RequestRate = RequestRate(perSecond: 10)
    ) {
        self.perAddress = perAddress
        self.readsPerUser = readsPerUser
        self.writesPerUser = writesPerUser
    }

    /// Creates the token buckets for users' accounts.
    package func accountRates(clock: WallClock) -> AccountRates {
        AccountRates(
            reads: TokenBuckets(readsPerUser, clock: clock), writes: TokenBuckets(writesPerUser, clock: clock)
        )
    }
}

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
