// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// Takes the steps of sign-ins.
struct SignInSteps: Sendable {
    let judge: StepJudge
    let challenges: ChallengeIssuer
    let messages: MessageSender
    let issuer: TokenIssuer

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
            let tokens = try newTokens(after: step, at: now)
            return try await answer(with: judge.judge(step, for: tokens, at: now), at: now)
        case .suspend:
            throw .invalidSession
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

// MARK: - A challenge

/// The outcome of a step that a challenge follows.
private struct NextChallenge: StepOutcome {
    let issue: ChallengeIssue
    let message: PreparedMessage?
    /// The event to store; `nil` if an earlier step has stored it, or if nothing was proved yet.
    let event: PendingAuthEvent?
    /// The limit for the code of the challenge, if it sends one.
    let allowance: Allowance?
    let waiting: WaitingSignIns

    func save(after step: SignInStep, in store: any UserPoolWriting, at now: Date) throws {
        if let allowance { try store.use(allowance, at: now) }
        try message?.save(in: store)
        try event?.save(.inProgress, in: store)
        if let key = step.publicKey { try waiting.keep(issue.signIn, under: key, in: store) }
    }
}

extension SignInSteps {
    /// Issues the challenge that follows a step.
    ///
    /// If it cannot be issued, a failure that was counted in advance for a correct answer does not count as a wrong
    /// answer.
    private func nextChallenge(
        in state: SignInMachine.State, after step: SignInStep
    ) async throws(ServiceFault) -> NextChallenge {
        let event = signInEvent(of: step)
        let isStored = event.isStored || step.proof != nil
        let next = step.successor(in: state, eventID: isStored ? event.id : nil, from: judge.events)
        do throws(ServiceFault) {
            let issue = try challenges.issueChallenge(for: next)
            return NextChallenge(
                issue: issue, message: issue.delivery.map { messages.prepared($0, for: issue.signIn) },
                event: isStored ? event.new : nil,
                allowance: issue.delivery.map { judge.counters.allowance(.signInCode, of: $0.recipient) },
                waiting: WaitingSignIns(sealer: challenges.sealer))
        } catch {
            if step.wasCorrect { try await judge.countUnjudged(step.signIn) }
            throw error
        }
    }

    /// Sends the message of a challenge, and returns the challenge.
    private func answer(with accepted: AcceptedStep<NextChallenge>) async throws(ServiceFault) -> SignInAnswer {
        try await callPostConfirmation(after: accepted)
        if let message = accepted.outcome.message { try await messages.send(message) }
        return accepted.outcome.issue.answer(sealedBy: challenges.sealer)
    }

    /// Calls the PostConfirmation trigger, if the pool has one, for a user that the step has confirmed.
    private func callPostConfirmation(after accepted: AcceptedStep<some StepOutcome>) async throws(ServiceFault) {
        let (signIn, user) = (accepted.step.signIn, accepted.step.user)
        guard let user, user.status == .confirmed, signIn.user?.status == .unconfirmed else { return }
        try await messages.triggers.postConfirmation(
            .confirmSignUp, of: user, in: signIn.pool, by: signIn.client, metadata: signIn.metadata)
    }
}

// MARK: - Tokens

/// The outcome of the last step: the rows of tokens that are not signed yet.
private struct NewTokens: StepOutcome {
    let user: UserRecord
    let issue: TokenIssue
    let eventID: String
    /// The event to store; `nil` if an earlier step has stored it.
    let event: PendingAuthEvent?

    func save(after step: SignInStep, in store: any UserPoolWriting, at now: Date) throws {
        try issue.save(in: store)
        if !step.signIn.pool.mayRefuseTokens { try issue.beginSession(in: store) }
        try event?.save(.pass, in: store)
        if let stored = step.signIn.session.eventID { try store.concludeEvent(stored, .pass, of: user) }
    }
}

extension SignInSteps {
    private func newTokens(after step: SignInStep, at now: Date) throws(ServiceFault) -> NewTokens {
        guard let user = step.user else { throw .wrongCredentials }
        guard step.reachesTarget else { throw .invalidSession }
        let (signIn, event) = (step.signIn, signInEvent(of: step))
        let issue = issuer.newTokens(
            for: user, client: signIn.client, in: signIn.pool, from: signIn.origin, eventID: event.id,
            device: signIn.device.record, proving: step.methods, since: step.provedAt(now), level: step.levelName)
        return NewTokens(user: user, issue: issue, eventID: event.id, event: event.new)
    }

    /// Calls the triggers of the last step, and signs the tokens.
    ///
    /// If a trigger refuses, the rows of the tokens, which no client has received, are revoked. Other sessions end only
    /// if no trigger refuses.
    private func answer(
        with accepted: AcceptedStep<NewTokens>, at now: Date
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, tokens) = (accepted.step.signIn, accepted.outcome)
        do {
            try await callPostConfirmation(after: accepted)
            try await messages.triggers.postAuthentication(
                of: tokens.user, in: signIn.pool, by: signIn.client,
                usesNewDevice: signIn.pool.tracksDevices && signIn.device.record == nil, metadata: signIn.metadata)
            let signed = try await issuer.signed(
                tokens.issue, for: tokens.user, client: signIn.client, in: signIn.pool,
                tokenInputs: signIn.tokenInputs,
                on: TokenOccasion(source: accepted.step.event.tokenSource, metadata: signIn.metadata))
            if signIn.pool.mayRefuseTokens, tokens.issue.beginsSession {
                try await judge.records.write { try tokens.issue.beginSession(in: $0) }
            }
            return .tokens(signed)
        } catch {
            try await judge.records.write { store in
                try tokens.issue.takeBack(in: store, at: now)
                try store.concludeEvent(tokens.eventID, .fail, of: tokens.user)
            }
            throw error
        }
    }
}

extension UserPoolRecord {
    /// Whether the pool has a trigger that is called before tokens are returned, and may refuse them.
    fileprivate var mayRefuseTokens: Bool {
        [Trigger.postConfirmation, .postAuthentication, .preTokenGeneration].contains { $0.function(in: self) != nil }
    }
}

extension SignInMachine.Event {
    /// The source that the PreTokenGeneration trigger receives for tokens after this event.
    fileprivate var tokenSource: PreTokenGeneration.Source {
        switch self {
        case .choseNewPassword: .newPasswordChallenge
        case .provedDevice: .authenticateDevice
        case .offeredChoice, .chose, .askedForSRP, .presentedToken, .provedFirstFactor, .definedChallenge,
            .choseSecondFactor, .provedSecondFactor, .setUpSoftwareToken, .gaveAddress, .namedDevice, .gaveSignUpCode,
            .claimedSignUp:
            .authentication
        }
    }

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

// MARK: - The authentication event

extension SignInSteps {
    /// The event of a sign-in: its id, whether an earlier step has stored it, and the new event if none has.
    private func signInEvent(of step: SignInStep) -> (id: String, isStored: Bool, new: PendingAuthEvent?) {
        if let stored = step.signIn.session.eventID { return (stored, true, nil) }
        let id = judge.events.newID()
        return (id, false, newEvent(of: step, id: id))
    }

    private func newEvent(of step: SignInStep, id: String) -> PendingAuthEvent? {
        judge.events.begin(
            .signIn, of: step.user, in: step.signIn.pool, from: step.signIn.origin, by: step.proof?.eventName, id: id)
    }
}
