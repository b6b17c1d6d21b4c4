// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto
import GatehouseWire

/// Makes the attempts of one call, within its deadline.
struct Retrier: Sendable {
    let policy: RetryPolicy
    let clock: ClientClock
    let entropy: Entropy
    private let quota = RetryQuota()

    init(policy: RetryPolicy, clock: ClientClock, entropy: Entropy) {
        (self.policy, self.clock, self.entropy) = (policy, clock, entropy)
    }

    /// Attempts an exchange until it succeeds, fails permanently, or the policy or the quota is exhausted.
    ///
    /// A server that asks for a longer wait than the policy permits gets no further attempt.
    ///
    /// - Parameters:
    ///   - repetition: the effect of a repetition of the exchange after its first effect.
    ///   - exchange: one attempt, given the time it may take.
    /// - Returns: the first answer.
    /// - Throws: the last attempt's fault.
    func run<Answer>(
        _ repetition: Repetition,
        _ exchange: (Duration) async throws(FailedAttempt) -> Answer
    ) async throws(ServiceFault) -> Answer {
        let end = clock.uptime() + policy.deadline
        var attempt = 1
        var withdrawn: Int?
        while true {
            if Task.isCancelled { throw .cancelled }
            do throws(FailedAttempt) {
                let answer = try await exchange(min(policy.attemptTimeout, end - clock.uptime()))
                quota.restore(withdrawn)
                return answer
            } catch {
                let told = error.retryAfter?.delay(at: clock.now())
                let pause = policy.pause(after: attempt, told: told, entropy: entropy)
                guard attempt < policy.maximumAttempts, error.mayRepeat(repetition), let pause,
                    clock.uptime() + pause < end, let cost = quota.withdraw(afterTimeout: error.isTimeout)
                else { throw error.fault }
                withdrawn = cost
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

/// A failed attempt, and its known or possible effect.
struct FailedAttempt: Error {
    /// The possible effect of the request on the server.
    enum Effect {
        /// No effect, and the error may be temporary: the request was not sent, or a limit on rates or on load refused
        /// it.
        case none
        /// The request may have succeeded, and the error may be temporary: no answer arrived, or it reports an internal
        /// error.
        case unknown
        /// The answer is final.
        case decided
    }

    let fault: ServiceFault
    let effect: Effect
    /// The time that the answer asks the client to wait.
    var retryAfter: RetryAfter?

    /// Whether no answer arrived in time.
    var isTimeout: Bool { fault.transportKind == .timedOut }

    /// Whether another attempt is worth making and harmless.
    func mayRepeat(_ repetition: Repetition) -> Bool {
        switch effect {
        case .none: true
        case .unknown: repetition.isHarmless
        case .decided: false
        }
    }
}

/// The time that a server asks its clients to wait: the header `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter: Equatable {
    /// A time from the answer on.
    case delay(Duration)
    /// A moment, where the answer does not say what time it is at the server.
    case date(Date)

    /// The value of a number of seconds with more than nine digits.
    private static let longest = Duration.seconds(999_999_999)

    /// Reads the header of an answer.
    ///
    /// A date counts from the answer's own `Date`, since the clock of a device may be wrong.
    ///
    /// - Returns: `nil` if the header is absent or has another form.
    package init?(_ response: TransportResponse) {
        guard let text = response.header("Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Self.seconds(text) {
            self = .delay(seconds)
        } else if let date = CivilTime.date(httpDate: text) {
            let sent = response.header("Date").flatMap { CivilTime.date(httpDate: $0) }
            self = sent.map { .delay(Self.time(from: $0, to: date)) } ?? .date(date)
        } else {
            return nil
        }
    }

    /// The time to wait at a date, at least zero.
    package func delay(at now: Date) -> Duration {
        switch self {
        case .delay(let delay): delay
        case .date(let date): Self.time(from: now, to: date)
        }
    }

    private static func time(from start: Date, to end: Date) -> Duration {
        .seconds(max(0, end.timeIntervalSince(start)))
    }

    private static func seconds(_ text: String) -> Duration? {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber else { return nil }
        return text.utf8.count <= 9 ? Int(text).map { .seconds($0) } : longest
    }
}
