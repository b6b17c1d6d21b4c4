// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension AttemptCounters {
    /// The key under which a failure in this step is counted: in the counter of the step, unless `kind` names another.
    func lockoutSubject(of signIn: SignIn, for kind: Lockout.Kind? = nil) -> [UInt8] {
        lockoutSubject(
            sub: signIn.user?.sub, typedName: signIn.session.typedName, in: signIn.pool,
            for: kind ?? signIn.session.state.lockoutKind)
    }

    /// Counts a failure and spends the session before a trigger is called to judge an answer.
    ///
    /// Parallel answers therefore cause no more calls of the trigger than sequential ones. For a correct answer, the
    /// failure is deleted or taken back. During a lock the answer is refused, unless `checksLock` is `false`.
    ///
    /// - Returns: the sign-in, which counts no further failure.
    /// - Throws: `NotAuthorizedException` during a lock, and for a session that was answered already.
    func countInAdvance(
        _ signIn: SignIn, unlessLocked checksLock: Bool = true, at now: Date, in store: any UserPoolWriting
    ) throws -> SignIn {
        let (subject, kind) = (lockoutSubject(of: signIn), signIn.session.state.lockoutKind)
        let record = try store.failedAttempts(on: subject, inPool: signIn.pool.id)
        if checksLock {
            let unjudged = try kind == .custom ? unjudgedAnswers(to: signIn, in: store) : nil
            guard !Lockout.isLocked(record, for: kind, at: now), !Lockout.isLocked(unjudged, for: .unjudged, at: now)
            else { throw ServiceFault.lockedOut }
        }
        if let id = signIn.unspentID, try !store.spend(id) { throw ServiceFault.spentSession }
        try store.countFailure(after: record, on: subject, inPool: signIn.pool.id, at: now)
        var counted = signIn
        // An expired record is dropped here: if it came back with a correct answer, its old time would make later
        // failures expire.
        counted.attempt = .counted(after: Lockout.current(record, at: now))
        return counted
    }

    fileprivate func unjudgedAnswers(
        to signIn: SignIn, in store: any UserPoolReading
    ) throws -> FailedAttemptsRecord? {
        try store.failedAttempts(on: lockoutSubject(of: signIn, for: .unjudged), inPool: signIn.pool.id)
    }
}

extension StepJudge {
    /// Moves a failure that was counted in advance from the wrong answers to the answers that no trigger judged.
    ///
    /// An outage therefore uses up no attempts for wrong answers. These answers cause locks of their own, because an
    /// attacker may know how to make a trigger fail, and some triggers fail for wrong answers.
    func countUnjudged(_ signIn: SignIn) async throws(ServiceFault) {
        guard case .counted(let former) = signIn.attempt else { return }
        let (poolID, now) = (signIn.pool.id, events.clock.now)
        let (wrong, unjudged) = (
            counters.lockoutSubject(of: signIn), counters.lockoutSubject(of: signIn, for: .unjudged)
        )
        try await records.write { [counters] store in
            try store.takeBackFailure(after: former, on: wrong, inPool: poolID)
            let record = try counters.unjudgedAnswers(to: signIn, in: store)
            try store.countFailure(after: record, on: unjudged, inPool: poolID, at: now)
        }
    }
}

extension SignInMachine.State {
    /// The counter for wrong answers in this state.
    var lockoutKind: Lockout.Kind {
        if isSecondFactor { return .secondFactor }
        return self == .customChallenge ? .custom : .firstFactor
    }
}
