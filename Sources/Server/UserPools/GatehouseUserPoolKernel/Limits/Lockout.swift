// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
package import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Limits guesses: the fifth failure causes a pause of one second, and each further one doubles it, up to 15 minutes.
package struct Lockout: Sendable {
    /// A counter of failures.
    ///
    /// The counters are separate, so that a correct password does not reset the count of wrong codes.
    package enum Kind: String, Sendable {
        case firstFactor = ""
        case secondFactor = "|second-factor"
        /// Wrong answers to custom challenges, which triggers judge.
        case custom = "|custom"
        /// Answers to custom challenges for which triggers were called without a result.
        case unjudged = "|unjudged"

        /// The longest pause, in seconds.
        ///
        /// The pauses for unjudged answers are shorter, so that users wait less after an outage. Even with a failing
        /// trigger, no more than the four wrong answers per 15 minutes that cause no lock are possible.
        fileprivate var longestPause: Double {
            self == .unjudged ? Lockout.quietTime / Double(Lockout.freeFailures - 1) : Lockout.quietTime
        }
    }

    private static let freeFailures = 5
    /// The time without a failure after which all failures are forgotten, in seconds.
    private static let quietTime = 900.0

    /// The record of the failures that still count; `nil` after 15 minutes without a failure.
    package static func current(_ record: FailedAttemptsRecord?, at now: Date) -> FailedAttemptsRecord? {
        guard let record, now.timeIntervalSince(record.lastFailureAt) < quietTime else { return nil }
        return record
    }

    /// The end of the lock that the failures cause; `nil` for no lock.
    ///
    /// After the clock was set back, a lock from a later time does not count. Its failures do: the next failure causes a
    /// lock from its own time, so that each set-back allows one guess.
    static func end(after record: FailedAttemptsRecord?, for kind: Kind, at now: Date) -> Date? {
        guard let record, record.count >= freeFailures, !record.lastFailureAt.isInFuture(at: now) else { return nil }
        let pause = min(pow(2, Double(record.count - freeFailures)), kind.longestPause)
        return record.lastFailureAt.addingTimeInterval(pause)
    }

    /// Whether attempts at this time are refused without a check.
    package static func isLocked(_ record: FailedAttemptsRecord?, for kind: Kind = .firstFactor, at now: Date) -> Bool {
        end(after: record, for: kind, at: now).map { now < $0 } ?? false
    }
}

/// Derives the keys under which requests and failed attempts are counted.
package struct AttemptCounters: Sendable {
    let sealer: Sealer

    /// Creates the keys of an installation.
    package init(sealer: Sealer) {
        self.sealer = sealer
    }
}

extension AttemptCounters {
    /// The key under which the failures of a user or of an unknown user name are counted.
    package func lockoutSubject(
        sub: String?, typedName: String, in pool: UserPoolRecord, for kind: Lockout.Kind = .firstFactor
    ) -> [UInt8] {
        let subject = sub.map { "user|\($0)" } ?? "name|\(pool.comparable(typedName))"
        return sealer.mac(Array("\(pool.id)|\(subject)\(kind.rawValue)".utf8), purpose: .failedAttempts)
    }

    /// The end of the last lock among these counters; `nil` for no lock.
    package func lockEnd(
        after kinds: [Lockout.Kind], of sub: String?, typedName: String, in pool: UserPoolRecord,
        at now: Date, from store: any UserPoolReading
    ) throws -> Date? {
        let counters = kinds.map { kind in
            (kind: kind, subject: lockoutSubject(sub: sub, typedName: typedName, in: pool, for: kind))
        }
        store.expect(counters.map { counter in .failedAttempts(on: counter.subject, inPool: pool.id) })
        return try counters.compactMap { (kind, subject) in
            Lockout.end(after: try store.failedAttempts(on: subject, inPool: pool.id), for: kind, at: now)
        }.max()
    }
}

extension UserPoolWriting {
    /// Counts one attempt inside the transaction that acts on it.
    ///
    /// Parallel guesses therefore get no more attempts than sequential ones. During a lock the attempt is refused and
    /// not counted.
    /// - Returns: the refusal, or `nil` if the attempt may continue. The transaction must commit for the count to stay.
    package func judgeAttempt(
        succeeded: Bool, subject: [UInt8], inPool poolID: String, at now: Date
    ) throws -> ServiceFault? {
        let record = try failedAttempts(on: subject, inPool: poolID)
        if Lockout.isLocked(record, at: now) { return .lockedOut }
        if succeeded {
            if record != nil { try deleteFailedAttempts(on: subject, inPool: poolID) }
            return nil
        }
        try countFailure(after: record, on: subject, inPool: poolID, at: now)
        return .wrongCredentials
    }

    /// Counts one failure more than the record contains.
    package func countFailure(
        after record: FailedAttemptsRecord?, on subject: [UInt8], inPool poolID: String, at now: Date
    ) throws {
        let count = (Lockout.current(record, at: now)?.count ?? 0) + 1
        try put(FailedAttemptsRecord(poolID: poolID, subject: subject, count: count, lastFailureAt: now))
    }

    /// Takes back a failure that was counted after `former`, because the answer turned out to be correct.
    ///
    /// If no other failure was counted since, the time of the last failure is restored too, so that no new lock begins.
    package func takeBackFailure(after former: FailedAttemptsRecord?, on subject: [UInt8], inPool poolID: String) throws
    {
        guard var record = try failedAttempts(on: subject, inPool: poolID) else { return }
        record.count -= 1
        guard record.count > 0 else { return try deleteFailedAttempts(on: subject, inPool: poolID) }
        if let former, former.count == record.count { record.lastFailureAt = former.lastFailureAt }
        try put(record)
    }
}
