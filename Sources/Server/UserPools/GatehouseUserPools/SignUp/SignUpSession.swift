// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The session strings that connect a sign-up and its confirmation with the sign-in that follows.
extension UserPools {
    /// Returns a new session string; `nil` for a client that may not use `USER_AUTH`.
    func session(
        of sub: String, in state: SignInMachine.State, typedName: String, for client: AppClientRecord,
        password: [UInt8]? = nil, methods: Set<AuthenticationMethod> = []
    ) -> String? {
        guard client.allows(.user) else { return nil }
        let session = SignInSession(
            stepID: newID(), poolID: client.poolID, clientID: client.id, sub: sub, typedName: typedName,
            state: state, password: password, methods: methods, provedAt: methods.isEmpty ? nil : clock.now,
            expiresAt: clock.now.addingTimeInterval(client.sessionValidity))
        return session.sealed(by: sealer)
    }

    /// Returns the sign-up of a confirmation.
    ///
    /// Codes live longer than sessions: after the session has expired, the user can still be confirmed, but not sign in
    /// with the same session.
    ///
    /// - Returns: `nil` without a session, or if it has expired.
    /// - Throws: `NotAuthorizedException` for an invalid session, and for that of another client or another step.
    func signUp(behind text: String?, for client: AppClientRecord) throws(ServiceFault) -> SignInSession? {
        guard let text else { return nil }
        let session: SignInSession
        do throws(ServiceFault) {
            session = try SignInSession(unsealing: text, clientID: client.id, sealer: sealer, now: clock.now)
        } catch {
            if error == .expiredSession { return nil }
            throw error
        }
        guard session.state == .signedUp else { throw .invalidSession }
        return session
    }

    /// Returns the session string with which the caller that entered the code can request tokens, as long as the user
    /// has the same password and has not signed in otherwise.
    func confirmed(
        _ signUp: SignInSession?, of user: UserRecord, by code: CodeRecord, for client: AppClientRecord
    ) throws(ServiceFault) -> String? {
        guard let signUp else { return nil }
        var machine = SignInMachine(state: signUp.state)
        guard case .suspend = try machine.handle(.gaveSignUpCode) else { return nil }
        return session(
            of: signUp.sub, in: machine.state, typedName: signUp.typedName, for: client,
            password: user.password.digest, methods: [AuthenticationMethod(codeTo: code.attribute)])
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
            unsealing: text, clientID: signIn.client.id, sealer: pools.sealer, now: pools.clock.now)
        guard let user = signIn.user, session.sub == user.sub, session.state == .signUpConfirmed,
            session.password == user.password.digest
        else { throw .invalidSession }
        var confirmed = signIn
        confirmed.session = session
        return try await pools.take(
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
