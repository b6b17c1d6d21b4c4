// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
import Synchronization

/// The number of repetitions of a failed call, and the pauses between them.
package struct RetryPolicy: Sendable {
    /// All attempts together, the first included; at least one is made.
    package var maximumAttempts: Int
    /// The longest pause before the second attempt; it doubles with each further one.
    package var firstPause: Duration
    /// No pause is longer, and a server that asks for a longer one gets no further attempt.
    package var longestPause: Duration
    /// The time limit for the connection of an attempt.
    package var connectTimeout: Duration
    /// The time limit for one attempt.
    package var attemptTimeout: Duration
    /// The time limit for all attempts and pauses of one call.
    package var deadline: Duration

    /// Creates a policy; by default as the service's own clients have it: three attempts.
    package init(
        maximumAttempts: Int = 3,
        firstPause: Duration = .milliseconds(200),
        longestPause: Duration = .seconds(20),
        connectTimeout: Duration = .seconds(10),
        attemptTimeout: Duration = .seconds(20),
        deadline: Duration = .seconds(60)
    ) {
        self.maximumAttempts = maximumAttempts
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.connectTimeout = connectTimeout
        self.attemptTimeout = attemptTimeout
        self.deadline = deadline
    }

    /// The pause after a failed attempt: exponential, with full jitter, so that clients do not return in step.
    ///
    /// A wait that the server asked for precedes it. Since many clients get the same answer, the jitter after it is at
    /// least half as long.
    ///
    /// - Parameters:
    ///   - attempt: the number of the attempt that failed, from 1.
    ///   - told: the time that the server asked for, if it did.
    ///   - entropy: where the jitter comes from.
    /// - Returns: the pause, or `nil` if the server asked for a longer one than `longestPause`.
    package func pause(after attempt: Int, told: Duration? = nil, entropy: Entropy) -> Duration? {
        let doublings = max(0, min(attempt - 1, 16))
        let bound = min(firstPause * (1 << doublings), longestPause)
        let draw = entropy.bytes(2).reduce(0) { $0 << 8 | Int($1) }
        guard let told else { return bound * draw / 65_535 }
        guard told <= longestPause else { return nil }
        return min(told + max(bound, told / 2) * draw / 65_535, longestPause)
    }
}

/// The repetitions that a client may still make, all its calls together.
///
/// Each repetition takes tokens, and a success brings some back. While a service fails for long, calls are soon made
/// once only, so that repetitions do not multiply the load of a service that is overloaded. AWS's SDKs have the
/// same numbers in their standard mode.
package final class RetryQuota: Sendable {
    private static let capacity = 500

    private static let cost = 5
    private static let costAfterTimeout = 10

    private let tokens = Mutex(capacity)

    /// Creates a full quota.
    package init() {}

    /// Takes the tokens of one repetition.
    ///
    /// - Parameter isTimeout: whether no answer arrived in time, which costs more: the service may still be at work.
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
