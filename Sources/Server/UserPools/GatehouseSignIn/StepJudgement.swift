// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The refusal of a step by its judgement.
///
/// The transaction commits its earlier writes, so a session that it has spent remains spent. Every other error takes
/// these writes back.
struct StepRefusal: Error {
    let fault: ServiceFault

    init(_ fault: ServiceFault) { self.fault = fault }
}

/// The failure counters of a step; their keys are computed before the transaction.
struct FailureCounters: Sendable {
    fileprivate let poolID: String
    fileprivate let subject: [UInt8]
    /// The counter of answers that no trigger judged, in a custom flow.
    fileprivate let unjudged: [UInt8]?

    init(of signIn: SignIn, by counters: AttemptCounters) {
        poolID = signIn.pool.id
        subject = counters.lockoutSubject(of: signIn)
        let isCustom = signIn.session.state.lockoutKind == .custom
        unjudged = isCustom ? counters.lockoutSubject(of: signIn, for: .unjudged) : nil
    }
}

/// Phase 1 of a judgement: a step that no lock refuses.
///
/// Every later refusal shows that the answer was correct, so it requires this phase. Each phase has no other
/// initialisers than those that make its check on the phase before.
struct UnlockedStep {
    fileprivate let step: SignInStep
    fileprivate let counters: FailureCounters
    /// The failures that an accepted proof clears; `nil` without a proof, and if the proof was judged before.
    fileprivate let failures: FailedAttemptsRecord?
    /// The rows that the last phase checks, read here because nothing was changed yet: so they can come together.
    fileprivate let rows: CurrentRows

    init(_ step: SignInStep, _ counters: FailureCounters, in store: any UserPoolReading, at now: Date) throws {
        let isJudged = step.proof == nil || step.signIn.attempt == .proved
        if !isJudged { store.expect([.failedAttempts(on: counters.subject, inPool: counters.poolID)]) }
        store.expect(CurrentRows.expected(of: step.signIn))
        failures = try isJudged ? nil : store.failedAttempts(on: counters.subject, inPool: counters.poolID)
        if step.signIn.attempt == .pending, Lockout.isLocked(failures, at: now) { throw StepRefusal(.lockedOut) }
        rows = try CurrentRows(of: step.signIn, in: store)
        (self.step, self.counters) = (step, counters)
    }
}

/// The stored rows of a sign-in, as they are when its answer has been checked.
private struct CurrentRows {
    let user: UserRecord?
    /// The pool; `nil` at the beginning of a sign-in, which has just read it.
    let pool: UserPoolRecord?

    init(of signIn: SignIn, in store: any UserPoolReading) throws {
        user = try signIn.user.flatMap { try store.user($0.sub, inPool: $0.poolID) }
        if signIn.user == nil {
            try store.readStandIn(near: signIn.session.sub, inPool: signIn.pool.id, withGroups: false)
        }
        pool = signIn.session.state == .started ? nil : try store.existingPool(signIn.pool.id)
    }

    /// What the initializer reads.
    static func expected(of signIn: SignIn) -> [ExpectedRecord] {
        let row: ExpectedRecord =
            if let user = signIn.user {
                .user(user.sub, inPool: user.poolID)
            } else {
                .userNear(signIn.session.sub, inPool: signIn.pool.id)
            }
        return signIn.session.state == .started ? [row] : [row, .userPool(signIn.pool.id)]
    }
}

/// Phase 2 of a judgement: a step whose session was not answered before.
struct UnansweredStep {
    fileprivate let unlocked: UnlockedStep

    init(spendingSessionOf unlocked: UnlockedStep, in store: any UserPoolWriting) throws {
        let signIn = unlocked.step.signIn
        if let id = signIn.unspentID, try !store.spend(id) { throw StepRefusal(signIn.secondAnswerFault) }
        self.unlocked = unlocked
    }

    init(keepingSessionOf unlocked: UnlockedStep, in store: any UserPoolReading) throws {
        let signIn = unlocked.step.signIn
        if let id = signIn.unspentID, try store.isSpent(id) { throw StepRefusal(signIn.secondAnswerFault) }
        self.unlocked = unlocked
    }
}

/// Phase 3 of a judgement: a step whose user, pool and access token are as they were when its answer was checked.
struct CurrentStep {
    private let unlocked: UnlockedStep
    private let stored: UserRecord?

    init(checkingRowsOf unanswered: UnansweredStep, in store: any UserPoolReading) throws {
        unlocked = unanswered.unlocked
        let signIn = unlocked.step.signIn
        stored = unlocked.rows.user
        try signIn.user?.checkSame(as: stored, in: signIn.pool)
        if let pool = unlocked.rows.pool, !pool.offersFactors(of: signIn.pool) { throw StepRefusal(.invalidSession) }
        if let former = signIn.session.former {
            guard try former.isOpen(for: signIn.session.sub, inPool: signIn.pool.id, in: store) else {
                throw StepRefusal(.invalidSession)
            }
        }
    }

    /// Stores the step; a code that was used before clears no failures.
    func save(in store: any UserPoolWriting) throws {
        let effect = unlocked.step.effect
        if let code = effect.code, try !store.spend(code) { throw StepRefusal(.usedSoftwareToken) }
        try clearFailures(in: store)
        if let stored { try store.save(effect, of: stored, in: unlocked.step.signIn.pool) }
    }

    private func clearFailures(in store: any UserPoolWriting) throws {
        let (step, counters) = (unlocked.step, unlocked.counters)
        if unlocked.failures != nil {
            try store.deleteFailedAttempts(on: counters.subject, inPool: counters.poolID)
            if let unjudged = counters.unjudged {
                try store.deleteFailedAttempts(on: unjudged, inPool: counters.poolID)
            }
        }
        if step.takesBackFailure, case .counted(let former) = step.signIn.attempt {
            try store.takeBackFailure(after: former, on: counters.subject, inPool: counters.poolID)
        }
    }
}

extension UserPoolWriting {
    /// Makes the further checks and writes of a step; each challenge defines its own.
    fileprivate func save(_ effect: SignInEffect, of stored: UserRecord, in pool: UserPoolRecord) throws {
        switch effect {
        case .none, .spendCode: break
        case .storeVerifier(let password): try storeVerifier(password, of: stored)
        case .setPassword(let changed, let former): try setPassword(of: changed, replacing: former, stored, in: pool)
        case .verifyAddress(let code, let isSetUp, let now):
            try verifyAddress(of: code, settingUp: isSetUp, of: stored, in: pool, at: now)
        case .updatePasskey(let proof, let now): try updatePasskey(after: proof, of: stored, at: now)
        case .setUpSoftwareToken(let mfa, _): try setUpSoftwareToken(mfa, of: stored)
        case .requireDevice(let key): try requireRemembered(key, of: stored)
        case .requireFirstSignIn: try requireFirstSignIn(of: stored)
        }
    }
}

extension UserPoolRecord {
    /// Whether the pool offers the same factors as it did when `former` was read.
    fileprivate func offersFactors(of former: UserPoolRecord) -> Bool {
        firstFactors == former.firstFactors && mfa.allowed == former.mfa.allowed
            && acceptsDevicesAsFactor == former.acceptsDevicesAsFactor
    }
}

extension UserRecord {
    /// Checks that the user was not deleted, disabled, reset or changed while the answer was checked.
    fileprivate func checkSame(as stored: UserRecord?, in pool: UserPoolRecord) throws(StepRefusal) {
        guard let stored else { throw StepRefusal(.wrongCredentials) }
        guard stored.isEnabled else { throw StepRefusal(.disabledUser) }
        guard stored.status != .resetRequired else { throw StepRefusal(.resetRequired) }
        guard stored.status == status, stored.password?.version == password?.version,
            stored.mfa == mfa || stored.factorDigest(in: pool) == factorDigest(in: pool)
        else { throw StepRefusal(.wrongCredentials) }
    }
}
