// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

/// Makes the attempts of one call, within its deadline.
struct Retrier: Sendable {
    let policy: RetryPolicy
    let clock: ClientClock
    let entropy: Entropy

    /// Attempts an exchange until it succeeds, fails permanently, or the policy is exhausted.
    ///
    /// - Parameters:
    ///   - repetition: whether the exchange may be repeated when its effect is unknown.
    ///   - exchange: one attempt, given the time it may take.
    /// - Returns: the first answer.
    /// - Throws: the last attempt's fault.
    func run<Answer>(
        _ repetition: Repetition,
        _ exchange: (Duration) async throws(FailedAttempt) -> Answer
    ) async throws(ServiceFault) -> Answer {
        let end = clock.uptime() + policy.deadline
        var attempt = 1
        while true {
            if Task.isCancelled { throw .cancelled }
            do throws(FailedAttempt) {
                return try await exchange(min(policy.attemptTimeout, end - clock.uptime()))
            } catch {
                let pause = policy.pause(after: attempt, entropy: entropy)
                guard attempt < policy.maximumAttempts, error.mayRepeat(repetition), clock.uptime() + pause < end
                else { throw error.fault }
                try await wait(pause)
                attempt += 1
            }
        }
    }

    private func wait(_ pause: Duration) async throws(ServiceFault) {
        do {
            try await clock.sleep(pause)
        } catch {
            throw .cancelled
        }
    }
}
