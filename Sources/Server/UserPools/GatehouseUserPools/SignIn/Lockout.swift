// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Five free failures, then pauses that double up to a quarter of an hour.
struct Lockout: Sendable {
    /// What failures are counted for, each apart: a right password must not wipe the count of wrong codes.
    enum Kind: String, Sendable {
        case firstFactor = ""
        case secondFactor = "|second-factor"
        /// What the pool's functions judge.
        case custom = "|custom"
        /// Answers that the pool's functions were asked about and did not judge.
        case unjudged = "|unjudged"

        /// The longest pause, in seconds.
        ///
        /// Who comes when an outage has ended waits for a shorter time; all the same, a function that fails is of no more
        /// use for guessing than the four wrong answers every quarter of an hour that lock nobody out.
        fileprivate var longestPause: Double {
            self == .unjudged ? Lockout.quietTime / Double(Lockout.freeFailures - 1) : Lockout.quietTime
        }
    }

    private static let freeFailures = 5
    /// Quiet time after which everything is forgotten, in seconds.
    private static let quietTime = 900.0

    /// The attempts that count now: none after a quiet quarter of an hour.
    static func current(_ record: FailedAttemptsRecord?, at now: Date) -> FailedAttemptsRecord? {
        guard let record, now.timeIntervalSince(record.lastFailureAt) < quietTime else { return nil }
        return record
    }

    /// When the lock ends that failures bring; `nil` where they bring none.
    static func end(after record: FailedAttemptsRecord?, for kind: Kind) -> Date? {
        guard let record, record.count >= freeFailures else { return nil }
        let pause = min(pow(2, Double(record.count - freeFailures)), kind.longestPause)
        return record.lastFailureAt.addingTimeInterval(pause)
    }

    /// Whether an attempt at this moment is refused unseen.
    static func isLocked(_ record: FailedAttemptsRecord?, for kind: Kind = .firstFactor, at now: Date) -> Bool {
        end(after: record, for: kind).map { now < $0 } ?? false
    }
}

extension UserPools {
    /// Under which key failures of a user, or of a name that stands for nobody, are counted.
    func lockoutSubject(
        sub: String?, typedName: String, in pool: UserPoolRecord, for kind: Lockout.Kind = .firstFactor
    ) -> [UInt8] {
        let subject = sub.map { "user|\($0)" } ?? "name|\(pool.comparable(typedName))"
        return sealer.mac(Array("\(pool.id)|\(subject)\(kind.rawValue)".utf8), purpose: "failed-attempts")
    }

    /// Under which key a failure to give what the sign-in asks for is counted: a wrong answer, unless another kind is
    /// named.
    func lockoutSubject(of signIn: SignIn, for kind: Lockout.Kind? = nil) -> [UInt8] {
        lockoutSubject(
            sub: signIn.user?.sub, typedName: signIn.session.typedName, in: signIn.pool,
            for: kind ?? signIn.session.state.lockoutKind)
    }

    /// When the last of the locks ends that failures of these kinds bring; `nil` where there is none.
    func lockEnd(
        after kinds: [Lockout.Kind], of sub: String?, typedName: String, in pool: UserPoolRecord,
        from store: any UserPoolReading
    ) throws -> Date? {
        try kinds.compactMap { kind in
            let subject = lockoutSubject(sub: sub, typedName: typedName, in: pool, for: kind)
            return Lockout.end(after: try store.failedAttempts(on: subject, inPool: pool.id), for: kind)
        }.max()
    }

    /// Counts a failure before a function of the pool is asked about an answer, so that it is asked no more often by
    /// many at once than by one after the other; a session is spent with it.
    ///
    /// What turns out right is cleared or taken back. A lock refuses the answer, if the caller minds it.
    ///
    /// - Returns: the sign-in, which counts no further failure.
    /// - Throws: `NotAuthorizedException` during a lock, and for a session that was answered.
    func book(
        _ signIn: SignIn, minding mindsLock: Bool = true, in store: any UserPoolWriting
    ) throws -> SignIn {
        let (subject, now, kind) = (lockoutSubject(of: signIn), clock.now, signIn.session.state.lockoutKind)
        let record = try store.failedAttempts(on: subject, inPool: signIn.pool.id)
        if mindsLock {
            let unjudged = try kind == .custom ? unjudgedAnswers(to: signIn, in: store) : nil
            guard !Lockout.isLocked(record, for: kind, at: now), !Lockout.isLocked(unjudged, for: .unjudged, at: now)
            else { throw ServiceFault.lockedOut }
        }
        if let ticket = signIn.openTicket, try !store.spend(ticket) { throw ServiceFault.spentSession }
        try store.countFailure(after: record, on: subject, inPool: signIn.pool.id, at: now)
        var booked = signIn
        // What no longer counts must not come back with the answer: its time would have later failures forgotten.
        booked.attempt = .booked(after: Lockout.current(record, at: now))
        return booked
    }

    /// Counts a booked answer that the pool's functions did not judge apart from the wrong ones.
    ///
    /// An outage uses up none of the tries that wrong answers have. Yet no guess is free, since somebody may know how to
    /// make a function fail, and some functions fail at what is wrong: these answers bring locks of their own.
    func countUnjudged(_ signIn: SignIn) async throws(ServiceFault) {
        guard case .booked(let former) = signIn.attempt else { return }
        let (poolID, now) = (signIn.pool.id, clock.now)
        let (wrong, unjudged) = (lockoutSubject(of: signIn), lockoutSubject(of: signIn, for: .unjudged))
        try await write { store in
            try store.takeBackFailure(after: former, on: wrong, inPool: poolID)
            let record = try unjudgedAnswers(to: signIn, in: store)
            try store.countFailure(after: record, on: unjudged, inPool: poolID, at: now)
        }
    }

    private func unjudgedAnswers(
        to signIn: SignIn, in store: any UserPoolReading
    ) throws -> FailedAttemptsRecord? {
        try store.failedAttempts(on: lockoutSubject(of: signIn, for: .unjudged), inPool: signIn.pool.id)
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
        try countFailure(after: record, on: subject, inPool: poolID, at: now)
        return .wrongCredentials
    }

    /// Counts one failure more than the record says.
    fileprivate func countFailure(
        after record: FailedAttemptsRecord?, on subject: [UInt8], inPool poolID: String, at now: Date
    ) throws {
        let count = (Lockout.current(record, at: now)?.count ?? 0) + 1
        try put(FailedAttemptsRecord(poolID: poolID, subject: subject, count: count, lastFailureAt: now))
    }

    /// Takes back a failure that was counted after `former` before the answer turned out right.
    ///
    /// Where nobody has failed since, its time is taken back as well, so that no lock begins anew.
    func takeBackFailure(after former: FailedAttemptsRecord?, on subject: [UInt8], inPool poolID: String) throws {
        guard var record = try failedAttempts(on: subject, inPool: poolID) else { return }
        record.count -= 1
        guard record.count > 0 else { return try deleteFailedAttempts(on: subject, inPool: poolID) }
        if let former, former.count == record.count { record.lastFailureAt = former.lastFailureAt }
        try put(record)
    }
}

extension SignInMachine.State {
    /// What a wrong answer to what is waited for is counted for.
    var lockoutKind: Lockout.Kind {
        if isSecondFactor { return .secondFactor }
        return self == .customChallenge ? .custom : .firstFactor
    }
}
