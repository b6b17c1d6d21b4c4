// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The outcome of the last step of a sign-in on the hosted pages: the authentication and the browser's session, without
/// tokens.
final class NewAuthentication: StepOutcome {
    let authentication: HostedAuthentication
    /// The event to store; `nil` if an earlier step has stored it.
    let event: PendingAuthEvent?
    /// What the browser gets; `nil` for nothing.
    let session: NewBrowserSession?

    init(authentication: HostedAuthentication, event: PendingAuthEvent?, session: NewBrowserSession?) {
        self.authentication = authentication
        self.event = event
        self.session = session
    }

    /// Stores the session with the event of the sign-in, so that the sign-in has both or neither; where a trigger can
    /// still refuse the sign-in, the session is stored after the trigger.
    func save(after step: SignInStep, in store: any UserPoolWriting, at now: Date) throws {
        guard let session, !step.signIn.pool.mayRefuseSignIns else {
            return try conclude(.pass, step, in: store)
        }
        do {
            _ = try session.save(in: store)
        } catch let fault as ServiceFault {
            // The step is stored nevertheless: the answer was correct, and is spent.
            try conclude(.fail, step, in: store)
            throw StepRefusal(fault)
        }
        try conclude(.pass, step, in: store)
    }

    private func conclude(_ response: EventResponseType, _ step: SignInStep, in store: any UserPoolWriting) throws {
        try event?.save(response, in: store)
        if let stored = step.signIn.session.eventID {
            try store.concludeEvent(stored, response, of: authentication.user)
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
            user: user,
            signIn: CompletedSignIn(
                eventID: event.id, methods: step.methods, levelName: step.levelName,
                provedAt: step.provedAt(now) ?? now, authTime: now))
        authentication.former = step.signIn.session.former
        return NewAuthentication(
            authentication: authentication, event: event.new,
            session: step.signIn.browserReturn.flatMap { sessions.new(for: authentication, endingIn: $0) })
    }

    /// Calls the triggers of the last step, and returns the authentication and the browser's session, which is stored now
    /// if a trigger could refuse the sign-in.
    ///
    /// PreTokenGeneration is called later, before a grant's tokens.
    func answer(with accepted: AcceptedStep<NewAuthentication>) async throws(ServiceFault) -> SignInAnswer {
        let (authentication, session) = (accepted.outcome.authentication, accepted.outcome.session)
        do {
            try await callLastTriggers(after: accepted, of: authentication.user)
            guard let session, accepted.step.signIn.pool.mayRefuseSignIns else {
                return .authenticated(authentication, session)
            }
            return .authenticated(authentication, try await sessions.store(session))
        } catch {
            try await judge.records.write { store in
                try store.concludeEvent(authentication.signIn.eventID, .fail, of: authentication.user)
            }
            throw error
        }
    }
}

extension UserPoolRecord {
    /// Whether the pool has a trigger that is called after the last step, and may refuse the sign-in.
    fileprivate var mayRefuseSignIns: Bool {
        [Trigger.postConfirmation, .postAuthentication].contains { $0.function(in: self) != nil }
    }
}
