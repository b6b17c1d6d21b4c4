// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The repetitions that a client may still make, all its calls together.
///
/// Each repetition takes tokens, and a success brings some back. While a service fails for long, calls are soon made
/// once only, so that repetitions do not multiply the load of a service that is overloaded. The numbers are those of
/// the standard mode of AWS's SDKs.
package final class RetryQuota: Sendable {
    private static let capacity = 500

    private static let cost = 5
    private static let costAfterTimeout = 10

    private let tokens = Mutex(capacity)

    /// Creates a full quota.
    package init() {}

    /// Takes the tokens of one repetition.
    ///
    /// - Parameter isTimeout: whether no answer came in time, which costs more: the service may still be at work.
    /// - Returns: the tokens taken, or `nil` if there are not enough.
    package func withdraw(afterTimeout isTimeout: Bool) -> Int? {
        let cost = isTimeout ? Self.costAfterTimeout : Self.cost
        return tokens.withLock { tokens in
            guard tokens >= cost else { return nil }
            tokens -= cost
            return cost
        }
    }

    /// Puts tokens back after a success.
    ///
    /// - Parameter withdrawn: the tokens of the repetition that succeeded; `nil` if the first attempt did.
    package func restore(_ withdrawn: Int?) {
        tokens.withLock { $0 = min($0 + (withdrawn ?? 1), Self.capacity) }
    }
}
