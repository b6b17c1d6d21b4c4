// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// How often the gateway answers.
package struct RateLimits: Sendable, Equatable {
    /// For each address of a client; the half of an IPv6 address that is one subscriber's counts as one.
    package var perAddress: RequestRate
    /// For reading one user's account.
    package var readsPerUser: RequestRate
    /// For writing one user's account.
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

    /// The books for users' accounts.
    package func accountRates(clock: WallClock) -> AccountRates {
        AccountRates(
            reads: TokenBuckets(readsPerUser, clock: clock), writes: TokenBuckets(writesPerUser, clock: clock)
        )
    }
}
