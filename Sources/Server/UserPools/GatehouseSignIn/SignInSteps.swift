// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// Takes the steps of sign-ins: what follows a correct answer.
///
/// The machine decides whether a challenge or the end follows, ``StepJudge`` judges the step and stores it with that
/// outcome, and only then are messages sent, triggers called and tokens signed. Each outcome is a file of its own:
/// ``NextChallenge``, ``NewTokens`` and ``NewAuthentication``.
final class SignInSteps: Sendable {
    let judge: StepJudge
    let challenges: ChallengeIssuer
    let messages: MessageSender
    let issuer: TokenIssuer
    let sessions: BrowserSessions

    init(
        judge: StepJudge, challenges: ChallengeIssuer, messages: MessageSender, issuer: TokenIssuer,
        sessions: BrowserSessions
    ) {
        self.judge = judge
        self.challenges = challenges
        self.messages = messages
        self.issuer = issuer
        self.sessions = sessions
    }

    private var clock: WallClock { judge.events.clock }

    /// Takes a step: decides on its outcome, judges both in one transaction, and then returns the challenge or the
    /// tokens.
    func take(_ step: SignInStep) async throws(ServiceFault) -> SignInAnswer {
        let now = clock.now
        try await checkRemainingSteps(after: step, at: now)
        guard !step.isTooLate(at: now) else {
            // Only callers that have proved a first factor receive this fault.
            _ = try await judge.judge(
                step, for: FailedSignIn(event: newEvent(of: step, id: judge.events.newID())), at: now)
            throw .expiredTemporaryPassword
        }
        var machine = SignInMachine(state: step.signIn.session.state)
        switch try machine.handle(step.event) {
        case .challenge:
            let challenge = try await nextChallenge(in: machine.state, after: step)
            return try await answer(with: judge.judge(step, for: challenge, at: now))
        case .issueTokens:
            return try await finish(step, at: now)
        case .suspend:
            throw .invalidSession
        }
    }

    /// Takes the last step, which is followed by tokens or, on the hosted pages, by none yet.
    private func finish(_ step: SignInStep, at now: Date) async throws(ServiceFault) -> SignInAnswer {
        switch step.signIn.session.outcome {
        case .tokens:
            let tokens = try newTokens(after: step, at: now)
            return try await answer(with: judge.judge(step, for: tokens, at: now), at: now)
        case .authentication:
            let authentication = try newAuthentication(after: step, at: now)
            return try await answer(with: judge.judge(step, for: authentication, at: now))
        }
    }

    /// Takes a step that is followed neither by a challenge nor by tokens.
    /// - Returns: the session string for a later call.
    func suspend(_ step: SignInStep) async throws(ServiceFault) -> String {
        var machine = SignInMachine(state: step.signIn.session.state)
        guard case .suspend = try machine.handle(step.event) else { throw .invalidSession }
        let next = step.successor(in: machine.state, eventID: step.signIn.session.eventID, from: judge.events)
        return try await judge.judge(step, for: Continuation(signIn: next), at: clock.now).outcome.signIn.session
            .sealed(by: challenges.sealer)
    }

    /// Takes the step of a proof, before triggers are called that decide what follows.
    func prove(_ step: SignInStep) async throws(ServiceFault) -> SignIn {
        let now = clock.now
        try await checkRemainingSteps(after: step, at: now)
        return try await judge.judge(step, for: Continuation(signIn: step.proved(at: now)), at: now).outcome.signIn
    }

    /// Checks that the remaining steps contain no refusal, which is thrown only after the proof was judged.
    private func checkRemainingSteps(after step: SignInStep, at now: Date) async throws(ServiceFault) {
        guard let refusal = step.event.rest?.refusal else { return }
        try await judge.check(step, at: now)
        throw refusal
    }
}

/// Judges steps, each in one transaction: a correct answer is stored with its outcome, a wrong one is counted.
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
            let unlocked = try UnlockedStep(step, counters, in: store, at: now)
            let unanswered = try UnansweredStep(spendingSessionOf: unlocked, in: store)
            try CurrentStep(checkingRowsOf: unanswered, in: store).save(in: store)
            try outcome.save(after: step, in: store, at: now)
        }
        return AcceptedStep(step, outcome)
    }

    /// Judges a correct answer that is refused for another reason; it stores nothing, so the user can answer again.
    /// - Throws: the refusal of the judgement, or an error of the store.
    func check(_ step: SignInStep, at now: Date) async throws(ServiceFault) {
        let counters = FailureCounters(of: step.signIn, by: counters)
        try await writeUnlessRefused { store in
            let unlocked = try UnlockedStep(step, counters, in: store, at: now)
            let unanswered = try UnansweredStep(keepingSessionOf: unlocked, in: store)
            _ = try CurrentStep(checkingRowsOf: unanswered, in: store)
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
            if signIn.attempt == .pending,
                try store.judgeAttempt(succeeded: false, subject: subject, inPool: signIn.pool.id, at: now)
                    == .lockedOut
            {
                // Nothing is written, as for the correct answer during a lock.
                return .lockedOut
            }
            let isFresh = try signIn.unspentID.map { try isLast ? store.spend($0) : !store.isSpent($0) } ?? true
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

// MARK: - Outcomes

/// The outcome of a step: decided before the transaction, stored in it, and carried out after it.
///
/// The large ones are classes, as ``SignInStep`` is.
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

/// The outcome of a step that ends the sign-in.
private struct FailedSignIn: StepOutcome {
    let event: PendingAuthEvent?

    func save(after step: SignInStep, in store: any UserPoolWriting, at now: Date) throws {
        try event?.save(.fail, in: store)
    }
}

/// The outcome of a step that a later call or a trigger continues; it stores nothing.
private struct Continuation: StepOutcome {
    let signIn: SignIn

    func save(after step: SignInStep, in store: any UserPoolWriting, at now: Date) {}
}

extension SignInSteps {
    /// The event of a sign-in: its id, whether an earlier step has stored it, and the new event if none has.
    func signInEvent(of step: SignInStep) -> (id: String, isStored: Bool, new: PendingAuthEvent?) {
        if let stored = step.signIn.session.eventID { return (stored, true, nil) }
        let id = judge.events.newID()
        return (id, false, newEvent(of: step, id: id))
    }

    private func newEvent(of step: SignInStep, id: String) -> PendingAuthEvent? {
        judge.events.begin(
            .signIn, of: step.user, in: step.signIn.pool, from: step.signIn.origin, by: step.proof?.eventName, id: id)
    }
}

extension SignInMachine.Event {
    /// The remaining steps, if the event contains them.
    fileprivate var rest: RemainingSteps? {
        switch self {
        case .provedFirstFactor(let rest), .choseNewPassword(let rest), .claimedSignUp(let rest): rest
        case .offeredChoice, .chose, .askedForSRP, .presentedToken, .definedChallenge, .choseSecondFactor,
            .provedSecondFactor, .setUpSoftwareToken, .gaveAddress, .namedDevice, .provedDevice, .gaveSignUpCode:
            nil
        }
    }
}
