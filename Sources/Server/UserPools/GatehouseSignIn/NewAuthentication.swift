// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The outcome of the last step of a sign-in on the hosted pages: the authentication, without tokens.
struct NewAuthentication: StepOutcome {
    let authentication: HostedAuthentication
    /// The event to store; `nil` if an earlier step has stored it.
    let event: PendingAuthEvent?

    func save(after step: SignInStep, in store: any UserPoolWriting, at now: Date) throws {
        try event?.save(.pass, in: store)
        if let stored = step.signIn.session.eventID {
            try store.concludeEvent(stored, .pass, of: authentication.user)
        }
    }
}

/// A step that ends a sign-in on the hosted pages.
extension SignInSteps {
    /// Describes the authentication that a step completes.
    /// - Throws: `NotAuthorizedException` for a sign-in that does not reach its level.
    func newAuthentication(after step: SignInStep, at now: Date) throws(ServiceFault) -> NewAuthentication {
        guard let user = step.user else { throw .wrongCredentials }
        guard step.reachesTarget else { throw .invalidSession }
        let event = signInEvent(of: step)
        var authentication = HostedAuthentication(
            user: user, eventID: event.id, methods: step.methods, levelName: step.levelName,
            provedAt: step.provedAt(now) ?? now, authTime: now)
        authentication.former = step.signIn.session.former
        return NewAuthentication(authentication: authentication, event: event.new)
    }

    /// Calls the triggers of the last step, and returns the authentication.
    ///
    /// PreTokenGeneration is called later, before a grant's tokens.
    func answer(with accepted: AcceptedStep<NewAuthentication>) async throws(ServiceFault) -> SignInAnswer {
        let authentication = accepted.outcome.authentication
        do {
            try await callLastTriggers(after: accepted, of: authentication.user)
            return .authenticated(authentication)
        } catch {
            try await judge.records.write { store in
                try store.concludeEvent(authentication.eventID, .fail, of: authentication.user)
            }
            throw error
        }
    }
}
