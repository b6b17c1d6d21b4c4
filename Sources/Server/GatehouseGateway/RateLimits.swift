// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseSites

/// The rate limits of the gateway.
package struct RateLimits: Sendable, Equatable {
    /// The limit for each client address; IPv6 addresses with the same first 64 bits count as one.
    package var perAddress: RequestRate
    /// The limit for new guests of identity pools from each address.
    package var guestsPerAddress: RequestRate
    /// The limit for reading one user's account.
    package var readsPerUser: RequestRate
    /// The limit for writing one user's account.
    package var writesPerUser: RequestRate

    /// Creates limits; the defaults for users are the service's limits.
    package init(
        perAddress: RequestRate = RequestRate(perSecond: 100, burst: 300),
        guestsPerAddress: RequestRate = .perHour(300),
        readsPerUser: RequestRate = RequestRate(perSecond: 10),
        writesPerUser: RequestRate = RequestRate(perSecond: 10)
    ) {
        self.perAddress = perAddress
        self.guestsPerAddress = guestsPerAddress
        self.readsPerUser = readsPerUser
        self.writesPerUser = writesPerUser
    }

    /// Creates the token buckets for users' accounts.
    package func accountRates(clock: WallClock) -> AccountRates {
        AccountRates(
            reads: TokenBuckets(readsPerUser, clock: clock), writes: TokenBuckets(writesPerUser, clock: clock)
        )
    }

    /// Creates the limit for new guests: a function that counts one more of an address, and returns `false` if the
    /// limit is reached.
    package func guestLimit(clock: WallClock) -> @Sendable (_ address: String) -> Bool {
        let limit = AddressLimit(guestsPerAddress, clock: clock)
        return { limit.admits($0) }
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
