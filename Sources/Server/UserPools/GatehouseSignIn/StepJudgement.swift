// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The outcome of a step: decided before the transaction, stored in it, and carried out after it.
protocol StepOutcome: Sendable {
    /// Stores the outcome in the transaction that accepts the step.
    func save(after step: SignInStep, in store: any UserPoolWriting, at now: Date) throws
}

/// A step that is stored with its outcome; only ``StepJudge/judge(_:for:at:)`` creates it.
///
/// Code that sends messages, calls triggers or signs tokens requires it, and therefore runs after the commit.
struct AcceptedStep<Outcome: StepOutcome>: Sendable {
    let step: SignInStep
    let outcome: Outcome

    fileprivate init(_ step: SignInStep, _ outcome: Outcome) {
        (self.step, self.outcome) = (step, outcome)
    }
}

/// The refusal of a step by its judgement.
///
/// The transaction commits its earlier writes, so a session that it has spent remains spent. Every other error takes
/// these writes back.
struct StepRefusal: Error {
    let fault: ServiceFault

    init(_ fault: ServiceFault) { self.fault = fault }
}

/// Judges steps, each in one transaction.
struct StepJudge: Sendable {
    let records: UserPoolRecords
    let counters: AttemptCounters
    let events: AuthEvents

    private var clock: WallClock { events.clock }

    /// Judges a step, and stores it with its outcome in the same transaction.
    /// - Throws: the refusal, or an error of the store.
    func judge<Outcome: StepOutcome>(
        _ step: SignInStep, for outcome: Outcome, at now: Date
    ) async throws(ServiceFault) -> AcceptedStep<Outcome> {
        let counters = FailureCounters(of: step.signIn, by: counters)
        try await writeUnlessRefused { store in
            try UnlockedStep(step, counters, in: store, at: now).spendingSession(in: store).checkingRows(in: store)
                .save(in: store)
            try outcome.save(after: step, in: store, at: now)
        }
        return AcceptedStep(step, outcome)
    }

    /// Judges a correct answer that is refused for another reason; it stores nothing, so the user can answer again.
    /// - Throws: the refusal of the judgement, or an error of the store.
    func check(_ step: SignInStep, at now: Date) async throws(ServiceFault) {
        let counters = FailureCounters(of: step.signIn, by: counters)
        try await writeUnlessRefused { store in
            _ = try UnlockedStep(step, counters, in: store, at: now).keepingSession(in: store).checkingRows(in: store)
        }
    }

    /// Refuses a wrong answer and counts it, unless it was counted before a trigger was called.
    ///
    /// The challenge can be answered again, unless it may be answered only `once` or the sign-in aims at a level: then
    /// one wrong answer ends the sign-in.
    func refuse(
        _ signIn: SignIn, as fault: ServiceFault = .wrongCredentials, proof: SignInProof, once: Bool = false
    ) async throws(ServiceFault) -> Never {
        let now = clock.now
        let subject = counters.lockoutSubject(of: signIn)
        let isLast = once || signIn.session.target != nil
        let event = events.begin(
            .signIn, of: signIn.user, in: signIn.pool, from: signIn.origin, by: proof.eventName, id: events.newID())
        throw try await records.write { store in
            // A wrong answer counts even if the session is spent. Otherwise guesses with a spent session would be
            // unlimited, and the response time would show the correct one.
            let isFresh = try signIn.unspentID.map { try isLast ? store.spend($0) : !store.isSpent($0) } ?? true
            if signIn.attempt == .pending,
                try store.judgeAttempt(succeeded: false, subject: subject, inPool: signIn.pool.id, at: now)
                    == .lockedOut
            {
                return .lockedOut
            }
            guard isFresh else { return signIn.secondAnswerFault }
            try event?.save(.fail, in: store)
            return fault
        }
    }

    private func writeUnlessRefused(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Void
    ) async throws(ServiceFault) {
        let refusal: ServiceFault? = try await records.write { store in
            do {
                try body(store)
                return nil
            } catch let refusal as StepRefusal {
                return refusal.fault
            }
        }
        if let refusal { throw refusal }
    }
}

/// The failure counters of a step.
private struct FailureCounters: Sendable {
    let poolID: String
    let subject: [UInt8]
    /// The counter of answers that no trigger judged, in a custom flow.
    let unjudged: [UInt8]?

    init(of signIn: SignIn, by counters: AttemptCounters) {
        poolID = signIn.pool.id
        subject = counters.lockoutSubject(of: signIn)
        let isCustom = signIn.session.state.lockoutKind == .custom
        unjudged = isCustom ? counters.lockoutSubject(of: signIn, for: .unjudged) : nil
    }
}

/// Phase 1 of a judgement: a step that no lock refuses.
///
/// Every later refusal shows that the answer was correct, so it requires this phase.
private struct UnlockedStep {
    let step: SignInStep
    let counters: FailureCounters
    /// The failures that an accepted proof clears; `nil` without a proof, and if the proof was judged before.
    let failures: FailedAttemptsRecord?

    init(_ step: SignInStep, _ counters: FailureCounters, in store: any UserPoolReading, at now: Date) throws {
        let isJudged = step.proof == nil || step.signIn.attempt == .proved
        failures = try isJudged ? nil : store.failedAttempts(on: counters.subject, inPool: counters.poolID)
        if step.signIn.attempt == .pending, Lockout.isLocked(failures, at: now) { throw StepRefusal(.lockedOut) }
        (self.step, self.counters) = (step, counters)
    }

    func spendingSession(in store: any UserPoolWriting) throws -> UnansweredStep {
        if let id = step.signIn.unspentID, try !store.spend(id) { throw StepRefusal(step.signIn.secondAnswerFault) }
        return UnansweredStep(unlocked: self)
    }

    func keepingSession(in store: any UserPoolReading) throws -> UnansweredStep {
        if let id = step.signIn.unspentID, try store.isSpent(id) { throw StepRefusal(step.signIn.secondAnswerFault) }
        return UnansweredStep(unlocked: self)
    }
}

/// Phase 2 of a judgement: a step whose session was not answered before.
private struct UnansweredStep {
    let unlocked: UnlockedStep

    func checkingRows(in store: any UserPoolReading) throws -> CurrentStep {
        let signIn = unlocked.step.signIn
        let stored = try signIn.user.flatMap { try store.user($0.sub, inPool: $0.poolID) }
        if let user = signIn.user {
            try user.checkSame(as: stored, in: signIn.pool)
        } else {
            try store.readStandIn(near: signIn.session.sub, inPool: signIn.pool.id, withGroups: false)
        }
        if signIn.session.state != .started {
            let pool = try store.existingPool(signIn.pool.id)
            guard pool.offersFactors(of: signIn.pool) else { throw StepRefusal(.invalidSession) }
        }
        if let id = signIn.session.family {
            let family = try store.tokenFamily(id, inPool: signIn.pool.id)
            guard let family, family.revokedAt == nil else { throw StepRefusal(.invalidSession) }
        }
        return CurrentStep(unlocked: unlocked, stored: stored)
    }
}

/// Phase 3 of a judgement: a step whose user, pool and access token are as they were when its answer was checked.
private struct CurrentStep {
    let unlocked: UnlockedStep
    let stored: UserRecord?

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
