// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

/// Five free failures, then pauses that double up to a quarter of an hour.
struct Lockout: Sendable {
    private static let freeFailures = 5
    /// Quiet time after which everything is forgotten, and the longest pause, in seconds.
    private static let longestPause = 900.0

    /// The attempts that count now: none after a quiet quarter of an hour.
    static func current(_ record: FailedAttemptsRecord?, at now: Date) -> FailedAttemptsRecord? {
        guard let record, now.timeIntervalSince(record.lastFailureAt) < longestPause else { return nil }
        return record
    }

    /// Whether an attempt at this moment is refused unseen.
    static func isLocked(_ record: FailedAttemptsRecord?, at now: Date) -> Bool {
        guard let record = current(record, at: now), record.count >= freeFailures else { return false }
        let pause = min(pow(2, Double(record.count - freeFailures)), longestPause)
        return now.timeIntervalSince(record.lastFailureAt) < pause
    }
}

extension UserPools {
    /// Under which key failures of a user, or of a name that stands for nobody, are counted.
    ///
    /// Those of the second factor are counted apart: a right password must not wipe their count.
    func lockoutSubject(
        sub: String?, typedName: String, in pool: UserPoolRecord, ofSecondFactor: Bool = false
    ) -> [UInt8] {
        let subject = sub.map { "user|\($0)" } ?? "name|\(pool.comparable(typedName))"
        let kind = ofSecondFactor ? "|second-factor" : ""
        return sealer.mac(Array("\(pool.id)|\(subject)\(kind)".utf8), purpose: "failed-attempts")
    }

    /// Under which key a wrong answer to what the sign-in asks for is counted.
    func lockoutSubject(of signIn: SignIn) -> [UInt8] {
        lockoutSubject(
            sub: signIn.user?.sub, typedName: signIn.session.typedName, in: signIn.pool,
            ofSecondFactor: signIn.session.state.isSecondFactor)
    }
}

extension UserPoolWriting {
    /// Counts one attempt inside the transaction that acts on it, so that parallel guesses get no more tries than
    /// guesses one after the other; those that begin during a lock are refused before they get here.
    /// - Returns: the refusal, or `nil` when the attempt may go on. The transaction must end well for the count to stay.
    func judgeAttempt(
        succeeded: Bool, subject: [UInt8], inPool poolID: String, at now: Date
    ) throws -> ServiceFault? {
        let record = try failedAttempts(on: subject, inPool: poolID)
        if Lockout.isLocked(record, at: now) { return .lockedOut }
        if succeeded {
            if record != nil { try deleteFailedAttempts(on: subject, inPool: poolID) }
            return nil
        }
        let count = (Lockout.current(record, at: now)?.count ?? 0) + 1
        try put(FailedAttemptsRecord(poolID: poolID, subject: subject, count: count, lastFailureAt: now))
        return .wrongCredentials
    }
}
