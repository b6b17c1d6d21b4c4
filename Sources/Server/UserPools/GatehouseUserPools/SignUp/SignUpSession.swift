// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The session strings that lead from a sign-up over its confirmation to tokens.
extension UserPools {
    /// A new session string; `nil` for a client that may not sign in with it.
    func session(
        of sub: String, in state: SignInMachine.State, typedName: String, for client: AppClientRecord,
        password: [UInt8]? = nil, methods: Set<AuthenticationMethod> = []
    ) -> String? {
        guard client.allows(.user) else { return nil }
        let session = SignInSession(
            ticket: newID(), poolID: client.poolID, clientID: client.id, sub: sub, typedName: typedName,
            state: state, password: password, methods: methods, provedAt: methods.isEmpty ? nil : clock.now,
            expiresAt: clock.now.addingTimeInterval(client.sessionValidity))
        return session.sealed(by: sealer)
    }

    /// The sign-up that a confirmation goes on with.
    ///
    /// Codes live longer than sessions: a confirmation that comes too late for its session confirms all the same, and
    /// only the sign-in that would follow at once is lost.
    /// - Returns: `nil` when there is none.
    /// - Throws: `NotAuthorizedException` for garbage, another client's session, or that of another step.
    func signUp(behind text: String?, for client: AppClientRecord) throws(ServiceFault) -> SignInSession? {
        guard let text else { return nil }
        let session: SignInSession
        do throws(ServiceFault) {
            session = try SignInSession(opening: text, clientID: client.id, sealer: sealer, now: clock.now)
        } catch {
            if error == .expiredSession { return nil }
            throw error
        }
        guard session.state == .signedUp else { throw .invalidSession }
        return session
    }

    /// The session string with which whoever gave the code can ask for tokens, as long as the user has the same password
    /// and has not signed in otherwise.
    func confirmed(
        _ signUp: SignInSession?, of user: UserRecord, by code: CodeRecord, for client: AppClientRecord
    ) throws(ServiceFault) -> String? {
        guard let signUp else { return nil }
        var machine = SignInMachine(state: signUp.state)
        guard case .keepOpen = try machine.handle(.gaveSignUpCode) else { return nil }
        return session(
            of: signUp.sub, in: machine.state, typedName: signUp.typedName, for: client,
            password: user.password.digest, methods: [AuthenticationMethod(codeTo: code.attribute)])
    }
}

extension UserPoolsService {
    /// `USER_AUTH` with the session of a confirmation: the code was the first factor.
    ///
    /// - Throws: `NotAuthorizedException` for a session that is spent, too old, another user's or another client's, or of
    ///   a user who has another password now or has signed in since.
    func completeSignUp(
        _ signIn: SignIn, session text: String
    ) async throws(ServiceFault) -> SignInAnswer {
        try signIn.checkUser(at: pools.clock.now)
        let session = try SignInSession(
            opening: text, clientID: signIn.client.id, sealer: pools.sealer, now: pools.clock.now)
        guard let user = signIn.user, session.sub == user.sub, session.state == .signUpConfirmed,
            session.password == user.password.digest
        else { throw .invalidSession }
        var confirmed = signIn
        confirmed.session = session
        return try await pools.take(
            SignInStep(
                signIn: confirmed, event: .claimedSignUp(signIn.rest(for: user)), user: user,
                change: { store, stored in
                    try store.hasTokenFamilies(ofUser: stored.sub, inPool: stored.poolID) ? .invalidSession : nil
                }))
    }
}
