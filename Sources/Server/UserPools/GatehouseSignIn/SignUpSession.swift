// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

/// The session strings of sign-ups: session strings of sign-ins in states of their own.
package struct SealedSignUpSessions: SignUpSessions {
    let sealer: Sealer
    let clock: WallClock
    let forwardClock: ForwardClock
    let entropy: Entropy
    /// What the sign-in after the confirmation ends in.
    let outcome: SignInOutcome

    /// Creates the session strings of an installation's user pools for the API.
    package init(_ pools: UserPools) {
        self.init(pools, outcome: .tokens)
    }

    /// Creates the session strings of an installation's user pools for the hosted pages.
    ///
    /// The pages sign in every user whose account they have confirmed; the API only those of clients with `USER_AUTH`.
    package init(forPagesOf pools: UserPools) {
        self.init(pools, outcome: .authentication)
    }

    private init(_ pools: UserPools, outcome: SignInOutcome) {
        self.outcome = outcome
        sealer = pools.sealer
        clock = pools.clock
        forwardClock = pools.forwardClock
        entropy = pools.entropy
    }

    package func session(ofNewUser sub: String, typedName: String, for client: AppClientRecord) -> String? {
        session(of: UnconfirmedSignUp(sub: sub, typedName: typedName), in: .signedUp, for: client)
    }

    package func signUp(
        behind text: String?, for client: AppClientRecord
    ) throws(ServiceFault) -> UnconfirmedSignUp? {
        guard let text else { return nil }
        let session: SignInSession
        do throws(ServiceFault) {
            session = try SignInSession(
                unsealing: text, clientID: client.id, outcome: outcome, sealer: sealer, now: forwardClock.now)
        } catch {
            if error == .expiredSession { return nil }
            throw error
        }
        guard session.state == .signedUp else { throw .invalidSession }
        return UnconfirmedSignUp(sub: session.sub, typedName: session.typedName)
    }

    package func session(
        confirming signUp: UnconfirmedSignUp?, of user: UserRecord, by code: CodeRecord, for client: AppClientRecord
    ) throws(ServiceFault) -> String? {
        guard let signUp else { return nil }
        var machine = SignInMachine(state: .signedUp)
        guard case .suspend = try machine.handle(.gaveSignUpCode) else { return nil }
        return session(
            of: signUp, in: machine.state, for: client, password: user.password.digest,
            methods: [AuthenticationMethod(codeTo: code.attribute)])
    }

    private func session(
        of signUp: UnconfirmedSignUp, in state: SignInMachine.State, for client: AppClientRecord,
        password: [UInt8]? = nil, methods: Set<AuthenticationMethod> = []
    ) -> String? {
        guard client.allows(.user) || outcome == .authentication else { return nil }
        let now = clock.now
        let session = SignInSession(
            stepID: entropy.uuid(at: now), poolID: client.poolID, clientID: client.id, sub: signUp.sub,
            typedName: signUp.typedName, state: state, password: password, methods: methods,
            provedAt: methods.isEmpty ? nil : now,
            former: outcome == .authentication && state == .signUpConfirmed ? .signUp : nil,
            expiresAt: forwardClock.now.addingTimeInterval(client.sessionValidity), outcome: outcome)
        return session.sealed(by: sealer)
    }
}

extension UserPoolsService {
    /// Continues `USER_AUTH` with the session of a confirmation, whose code counts as the first factor.
    ///
    /// - Throws: `NotAuthorizedException` for a session that is used, expired, or of another user or client, and for a
    ///   user who has a new password or has signed in since the confirmation.
    func completeSignUp(
        _ signIn: SignIn, session text: String
    ) async throws(ServiceFault) -> SignInAnswer {
        try signIn.checkUser(at: pools.clock.now)
        let session = try SignInSession(
            unsealing: text, clientID: signIn.client.id, outcome: signIn.session.outcome, sealer: pools.sealer,
            now: pools.forwardClock.now)
        guard let user = signIn.user, session.sub == user.sub, session.state == .signUpConfirmed,
            session.password == user.password.digest
        else { throw .invalidSession }
        var confirmed = signIn
        confirmed.session = session
        return try await pools.steps.take(
            SignInStep(
                signIn: confirmed, event: .claimedSignUp(signIn.rest(for: user)), user: user,
                effect: .requireFirstSignIn))
    }
}

extension UserPoolReading {
    /// Refuses the session of a confirmation after the user has signed in otherwise.
    func requireFirstSignIn(of user: UserRecord) throws {
        guard try !hasTokenFamilies(ofUser: user.sub, inPool: user.poolID) else { throw StepRefusal(.invalidSession) }
    }
}
