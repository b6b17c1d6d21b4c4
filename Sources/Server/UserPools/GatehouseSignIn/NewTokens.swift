// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The outcome of the last step: the rows of tokens that are not signed yet.
final class NewTokens: StepOutcome {
    let user: UserRecord
    let issue: TokenIssue
    let eventID: String
    /// The event to store; `nil` if an earlier step has stored it.
    let event: PendingAuthEvent?

    init(user: UserRecord, issue: TokenIssue, eventID: String, event: PendingAuthEvent?) {
        self.user = user
        self.issue = issue
        self.eventID = eventID
        self.event = event
    }

    func save(after step: SignInStep, in store: any UserPoolWriting, at now: Date) throws {
        try issue.save(in: store)
        if !step.signIn.pool.mayRefuseTokens { try issue.beginSession(in: store) }
        try event?.save(.pass, in: store)
        if let stored = step.signIn.session.eventID { try store.concludeEvent(stored, .pass, of: user) }
    }
}

/// A step that leads to tokens.
extension SignInSteps {
    /// Draws the tokens that follow a step.
    /// - Throws: `NotAuthorizedException` for a sign-in that does not reach its level.
    func newTokens(after step: SignInStep, at now: Date) throws(ServiceFault) -> NewTokens {
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
    func answer(
        with accepted: AcceptedStep<NewTokens>, at now: Date
    ) async throws(ServiceFault) -> SignInAnswer {
        let (step, tokens) = (accepted.step, accepted.outcome)
        do {
            try await callLastTriggers(after: accepted, of: tokens.user)
            let signed = try await issuer.signed(
                tokens.issue, for: tokens.user, client: step.signIn.client, in: step.signIn.pool,
                tokenInputs: step.signIn.tokenInputs,
                on: TokenOccasion(source: step.event.tokenSource, metadata: step.signIn.metadata))
            if step.signIn.pool.mayRefuseTokens, tokens.issue.beginsSession {
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

extension SignInSteps {
    /// Calls the triggers of the last step, which may refuse the sign-in.
    func callLastTriggers(
        after accepted: AcceptedStep<some StepOutcome>, of user: UserRecord
    ) async throws(ServiceFault) {
        let step = accepted.step
        try await callPostConfirmation(after: accepted)
        try await messages.triggers.postAuthentication(
            of: user, in: step.signIn.pool, by: step.signIn.client,
            usesNewDevice: step.signIn.pool.tracksDevices && step.signIn.device.record == nil,
            metadata: step.signIn.metadata)
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
}
