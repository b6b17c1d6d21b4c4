// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
package import GatehouseClient
package import GatehouseWire
import Synchronization

extension SessionEngine {
    /// The session, renewed if it is about to expire; problems are reported inside.
    ///
    /// A fresh session is returned at once. Otherwise one renewal is made for all who call in the meantime; cancelling
    /// one of them disturbs neither the renewal nor the others.
    ///
    /// - Parameter force: renew tokens and credentials even if they are fresh.
    /// - Returns: each part of the session, or why it is missing.
    package func fetchSession(force: Bool = false) async -> SessionReport {
        if !force, let report = holder.fresh(at: clock.now())?.report { return report }
        return await renewedSession(force: force)
    }

    /// The face's view of the session, if that is loaded and fresh; costs next to nothing.
    package var freshView: (any SessionView)? { holder.fresh(at: clock.now())?.view }

    private func renewedSession(force: Bool) async -> SessionReport {
        let start = CallMoment.present
        let renewals = presentTurns.renewals
        let flight = force ? renewals.forcedReport : renewals.report
        do throws(SessionError) {
            return try await withDeadline(deadline) { [self] () throws(SessionError) in
                let report = await flight.join { [self] in await renew(force: force, renewals, since: start) }
                guard let report else { throw .cancelled }
                return report
            }
        } catch {
            return .failed(error, isSignedIn: isSignedIn)
        }
    }

    /// Whether the session in memory, loaded or not, is a user's; a session that fails to load is not.
    private var isSignedIn: Bool {
        guard let snapshot = try? holder.loaded() else { return false }
        return snapshot.isUserSignedIn
    }

    /// One renewal, in its turn and within the deadline, for all callers that wait for it.
    private func renew(force: Bool, _ renewals: Renewals, since start: CallMoment) async -> SessionReport {
        do throws(SessionError) {
            return try await withDeadline(deadline) { [self] () throws(SessionError) in
                try await renewals.turns.withTurn { () throws(SessionError) in
                    try await renewUndisturbed(force: force, since: start)
                }
            }
        } catch {
            return .failed(error, isSignedIn: isSignedIn)
        }
    }

    /// Renews until no sign-in or sign-out happened in between.
    ///
    /// A part that another program has renewed since then is not forced again, so that renewals of other programs do
    /// not keep it going.
    private func renewUndisturbed(
        force: Bool,
        since start: CallMoment
    ) async throws(SessionError) -> SessionReport {
        var force = force ? RenewalForce.all : .none
        var former: SessionRecord?
        var isFirst = true
        return try await undisturbed(since: start) { snapshot throws(SessionError) in
            if !isFirst { force.drop(replacedIn: former, by: snapshot.record) }
            (former, isFirst) = (snapshot.record, false)
            return try await renewOnce(snapshot, force)
        }
    }

    /// Repeats a renewal until no sign-in or sign-out happened in between.
    ///
    /// Each disturbance needs another round, so few rounds suffice.
    ///
    /// - Parameters:
    ///   - start: the moment of the call.
    ///   - renew: one round, with the present session; nil if that was changed in the meantime.
    /// - Returns: the value of the last round.
    /// - Throws: the error of a round; `.invalidState` if a sign-out without a request ended the call, which then must not
    ///   begin another session.
    func undisturbed<Value>(
        since start: CallMoment,
        _ renew: (SessionSnapshot) async throws(SessionError) -> Value?
    ) async throws(SessionError) -> Value {
        for _ in 0...8 {
            let snapshot = holder.caughtUp(try holder.loaded())
            // Read after the session: a sign-out from now on replaces the session that this round begins with.
            if isOvertaken(start) { throw .endedBySignOut }
            if let value = try await renew(snapshot) { return value }
        }
        throw .invalidState("The session keeps changing while it is renewed.", cure: "Fetch the session again.")
    }

    /// - Returns: nil if the session was changed in the meantime; then the renewed values are dropped.
    private func renewOnce(
        _ snapshot: SessionSnapshot,
        _ force: RenewalForce
    ) async throws(SessionError) -> SessionReport? {
        let plan = RenewalPlan(
            snapshot,
            hasIdentityPool: identityPoolClient != nil,
            force: force,
            now: clock.now()
        )
        switch plan {
        case .nothing: return snapshot.report
        case .saving: return holder.adopt(snapshot.record, inPlaceOf: snapshot)?.report
        case .guest(let knownID): return try await renewGuest(snapshot, knownID)
        case .federated(_, let knownID): return try await renewFederated(snapshot, knownID)
        case .user(let user, let tokens, let credentials):
            return try await renewUser(snapshot, user, tokens: tokens, credentials: credentials)
        }
    }
}

extension SessionEngine {
    private func renewGuest(
        _ snapshot: SessionSnapshot,
        _ knownID: String?
    ) async throws(SessionError) -> SessionReport? {
        let id: String
        do throws(SessionError) {
            if let knownID { id = knownID } else { id = try await identityID(logins: [:]) }
        } catch {
            guard case .service(let fault) = error, fault.code == .notAuthorized else { throw error }
            return SessionReport(
                isSignedIn: false,
                identity: .failure(.guestsNotAllowed),
                user: .failure(.signedOut)
            )
        }
        let identity = try await grant(logins: [:], knownID: id)
        return holder.adopt(.guest(identity: identity), inPlaceOf: snapshot)?.report
    }

    private func renewFederated(
        _ former: SessionSnapshot,
        _ knownID: String?
    ) async throws(SessionError) -> SessionReport? {
        let snapshot = try await renewLoginIfPossible(former)
        guard let snapshot, let login = snapshot.record?.login else { return nil }
        let identity: GrantedIdentity
        if let knownID {
            // The app or the first federation chose the identity; another one would be another user.
            identity = try await credentials(identityID: knownID, logins: login.logins, role: login.customRoleARN)
        } else {
            identity = try await grant(logins: login.logins, knownID: nil, role: login.customRoleARN)
        }
        return holder.adopt(.federated(login: login, identity: identity), inPlaceOf: snapshot)?.report
    }

    /// Renews the parts in order; after a failed step every part of the report has its error, but renewed values are
    /// kept.
    private func renewUser(
        _ former: SessionSnapshot,
        _ user: SignedInUser,
        tokens: Bool,
        credentials: Bool
    ) async throws(SessionError) -> SessionReport? {
        let snapshot = tokens ? try await renewTokens(former, user) : former
        guard let snapshot, let user = snapshot.record?.user else { return nil }
        if user.isRefreshTokenDead || !credentials { return snapshot.report }
        let knownID = snapshot.record?.identity?.identityID
        let identity = try await grant(logins: logins(user), knownID: knownID)
        return holder.adopt(.userAndIdentityPool(user: user, identity: identity), inPlaceOf: snapshot)?.report
    }
}

extension SessionError {
    /// The error of a call that a sign-out has overtaken.
    static var endedBySignOut: SessionError {
        .invalidState("A sign-out has ended this call.", cure: "Call it again for the session that is there now.")
    }
}

extension SessionEngine {
    /// Calls the user pool in the name of the signed-in user.
    ///
    /// - Parameter body: the call, given the client and an access token that is not about to expire.
    /// - Returns: the call's answer.
    /// - Throws: why there is no access token, or how the call failed.
    package func withAccessToken<Value: Sendable>(
        _ body: @escaping @Sendable (ServiceClient, String) async throws(ServiceFault) -> Value
    ) async throws(SessionError) -> Value {
        let (_, client) = try requireUserPool()
        return try await withDeadline(deadline) { [self] () async throws(SessionError) -> Value in
            let token = try await accessToken()
            try CallOwner.check(token)
            return try await asking { () throws(ServiceFault) in try await body(client, token) }
        }
    }

    /// An access token that is not about to expire, also from the user pool's pages without an ID token.
    ///
    /// - Throws: also `.federated` for a session of another provider's pages, whose tokens are not for the user pool.
    private func accessToken() async throws(SessionError) -> String {
        guard case .federated(let login, _) = try record(), login.pages != nil else {
            return try await tokens().accessToken
        }
        guard try !requirePages().isExternal else { throw .federated }
        return try await freshProviderTokens().accessToken
    }

    /// Tokens that are not about to expire, for a call in the user's name.
    ///
    /// - Throws: why there are none; a fault of the renewal is marked as such, so that it does not read as the call's own.
    func tokens() async throws(SessionError) -> UserPoolTokens {
        do throws(SessionError) {
            // Credentials that cannot be obtained fail the whole session of the one face, and concern no token of the other.
            return rules.signInAwaitsCredentials ? try await fetchSession().tokens.get() : try await freshTokens()
        } catch {
            switch error {
            case .service(let fault), .garbled(let fault): throw .renewal(fault)
            default: throw error
            }
        }
    }

    /// Calls one operation of the user pool in the name of the signed-in user.
    ///
    /// - Parameters:
    ///   - operation: the operation.
    ///   - input: makes the request from the access token.
    /// - Returns: the operation's answer.
    /// - Throws: why there is no access token, or how the call failed.
    package func callAsUser<Operation: ServiceOperation>(
        _ operation: Operation.Type,
        _ input: @escaping @Sendable (String) -> Operation.Input
    ) async throws(SessionError) -> Operation.Output {
        try await withAccessToken { client, token throws(ServiceFault) in
            try await client.call(operation, input(token))
        }
    }
}

extension SessionEngine {
    /// The signed-in user; no network, and no matter whether the session is expired.
    ///
    /// - Throws: `.signedOut`; `.invalidState` when federated or in the middle of a sign-in; `.configuration` without
    ///   user pool; `.storeUnreadable`.
    package func currentUser() throws(SessionError) -> SessionUser {
        _ = try requireUserPool()
        let snapshot = try holder.loaded()
        if snapshot.isUserSignedIn { return try snapshot.user.get() }
        switch ongoingSignIn.withLock({ $0 }) {
        case .none: return try snapshot.user.get()
        case .underWay, .showing: throw .invalidState("A sign-in is under way.", cure: "Wait until it has ended.")
        case .open:
            throw .invalidState("A sign-in waits for an answer.", cure: "Finish it with confirmSignIn.")
        }
    }

    /// The names of the signed-in user: as typed at the sign-in, and as the access token has it; none for a guest.
    ///
    /// - Throws: `.storeUnreadable`.
    package func currentNames() throws(SessionError) -> [String] {
        let user = try holder.loaded().record?.user
        return [user?.typedUsername, try? currentUser().username].compactMap(\.self)
    }
}
