// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The outcome of a step that a challenge follows.
final class NextChallenge: StepOutcome {
    let issue: ChallengeIssue
    let message: PreparedMessage?
    /// The event to store; `nil` if an earlier step has stored it, or if nothing was proved yet.
    let event: PendingAuthEvent?
    /// The limit for the code of the challenge, if it sends one.
    let allowance: Allowance?
    let waiting: WaitingSignIns

    init(
        issue: ChallengeIssue, message: PreparedMessage?, event: PendingAuthEvent?, allowance: Allowance?,
        waiting: WaitingSignIns
    ) {
        self.issue = issue
        self.message = message
        self.event = event
        self.allowance = allowance
        self.waiting = waiting
    }

    func save(after step: SignInStep, in store: any UserPoolWriting, at now: Date) throws {
        if let allowance { try store.use(allowance, at: now) }
        try message?.save(in: store)
        try event?.save(.inProgress, in: store)
        if let key = step.publicKey { try waiting.keep(issue.signIn, under: key, in: store) }
    }
}

/// A step that leads to a challenge.
extension SignInSteps {
    /// Issues the challenge that follows a step.
    ///
    /// If it cannot be issued, a failure that was counted in advance for a correct answer does not count as a wrong
    /// answer.
    func nextChallenge(
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
    func answer(with accepted: AcceptedStep<NextChallenge>) async throws(ServiceFault) -> SignInAnswer {
        try await callPostConfirmation(after: accepted)
        if let message = accepted.outcome.message { try await messages.send(message) }
        return accepted.outcome.issue.answer(sealedBy: challenges.sealer)
    }

    /// Calls the PostConfirmation trigger, if the pool has one, for a user that the step has confirmed.
    func callPostConfirmation(after accepted: AcceptedStep<some StepOutcome>) async throws(ServiceFault) {
        let step = accepted.step
        guard let user = step.user, user.status == .confirmed, step.signIn.user?.status == .unconfirmed else { return }
        try await messages.triggers.postConfirmation(
            .confirmSignUp, of: user, in: step.signIn.pool, by: step.signIn.client, metadata: step.signIn.metadata)
    }
}
