// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire

extension SessionEngine {
    /// The session, renewed if it is about to expire; problems are reported inside.
    ///
    /// A fresh session is returned at once. Otherwise one renewal is made for all who call in the meantime; cancelling
    /// one of them disturbs neither the renewal nor the others.
    ///
    /// - Parameter force: renew tokens and credentials even if they are fresh.
    /// - Returns: each part of the session, or why it is missing.
    package func fetchSession(force: Bool = false) async -> SessionReport {
        if !force, let report = freshSession { return report }
        return await renewedSession(force: force)
    }

    /// The session, if it is loaded and fresh; costs next to nothing.
    package var freshSession: SessionReport? { holder.freshReport(at: clock.now()) }

    private func renewedSession(force: Bool) async -> SessionReport {
        let flight = force ? forcedRenewal : renewal
        do throws(SessionError) {
            return try await withDeadline(deadline) { [self] () throws(SessionError) in
                guard let report = await flight.join({ [self] in await renew(force: force) }) else { throw .cancelled }
                return report
            }
        } catch {
            return .failed(error, isSignedIn: isSignedIn)
        }
    }

    /// Whether the session in memory, loaded or not, is that of a user; a session that fails to load is not.
    private var isSignedIn: Bool {
        guard let snapshot = try? holder.loaded() else { return false }
        return snapshot.isUserSignedIn
    }

    /// One renewal, in its turn and within the deadline, for all callers that wait for it.
    private func renew(force: Bool) async -> SessionReport {
        do throws(SessionError) {
            return try await withDeadline(deadline) { [self] () throws(SessionError) in
                try await renewals.withTurn { () throws(SessionError) in try await renewUndisturbed(force: force) }
            }
        } catch {
            return .failed(error, isSignedIn: isSignedIn)
        }
    }

    /// Renews until no sign-in or sign-out came in between.
    ///
    /// Each round needs another one, so few rounds suffice. A part that another program has renewed
    /// meanwhile is not forced again, so that renewals of other programs do not keep it going.
    private func renewUndisturbed(force: Bool) async throws(SessionError) -> SessionReport {
        var force = force ? RenewalForce.all : .none
        var snapshot = holder.caughtUp(try holder.loaded())
        for _ in 1...8 {
            if let report = try await renewOnce(snapshot, force) { return report }
            let present = holder.caughtUp(try holder.loaded())
            force.drop(replacedIn: snapshot.record, by: present.record)
            snapshot = present
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
        case .federated(let login, let knownID): return try await renewFederated(snapshot, login, knownID)
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
        _ snapshot: SessionSnapshot,
        _ login: FederatedLogin,
        _ knownID: String
    ) async throws(SessionError) -> SessionReport? {
        // The app or the first federation chose the identity; another one would be another user.
        let identity = try await credentials(identityID: knownID, logins: [login.provider: login.token])
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
        let identity = try await grant(logins: logins(user.tokens), knownID: knownID)
        return holder.adopt(.userAndIdentityPool(user: user, identity: identity), inPlaceOf: snapshot)?.report
    }

    /// Requests new tokens, and stores them at once: with rotation the former refresh token is spent.
    private func renewTokens(
        _ former: SessionSnapshot,
        _ user: SignedInUser
    ) async throws(SessionError) -> SessionSnapshot? {
        var user = user
        do throws(SessionError) {
            user.tokens = try await refreshedTokens(user)
        } catch {
            guard error.isDefinitive else { throw error }
            let stored = holder.caughtUp(former)
            // A session that another process has stored may be stale as well; then it is renewed.
            if stored !== former { return clock.now() < stored.staleAt ? stored : nil }
            user.isRefreshTokenDead = true
        }
        let renewed = (former.record?.replacing(user: user)).flatMap { holder.adopt($0, inPlaceOf: former) }
        let isReplaced = user.tokens.refreshToken != former.record?.user?.tokens.refreshToken
        if renewed == nil, isReplaced, !isStillSignedIn(user) {
            // A sign-out that came in between revoked the former one only.
            await abandon(user.tokens.refreshToken, of: user.method)
        }
        return renewed
    }

    /// Whether the present session comes from the same sign-in, renewed by another program: to revoke one of its
    /// refresh tokens would end it.
    private func isStillSignedIn(_ user: SignedInUser) -> Bool {
        guard let present = try? holder.loaded().record?.user else { return false }
        return present.typedUsername == user.typedUsername && present.signedInAt == user.signedInAt
    }

    /// `GetTokensFromRefreshToken`; a refresh token in the answer takes the place of the former one.
    private func refreshedTokens(_ user: SignedInUser) async throws(SessionError) -> UserPoolTokens {
        let (pool, client) = try requireUserPool()
        let appClient = configuration.appClient(of: user.method, in: pool)
        let request = GetTokensFromRefreshTokenRequest(
            refreshToken: user.tokens.refreshToken,
            clientId: appClient.id,
            clientSecret: appClient.secret?.revealed,
            deviceKey: user.deviceKey,
            clientMetadata: [:]
        )
        let result = try await asking { () throws(ServiceFault) in
            try await client.getTokensFromRefreshToken(request).authenticationResult
        }
        guard let id = result?.idToken, let access = result?.accessToken else {
            throw .garbled(.garbled("The answer holds no tokens."))
        }
        return UserPoolTokens(
            idToken: id,
            accessToken: access,
            refreshToken: result?.refreshToken ?? user.tokens.refreshToken
        )
    }
}

extension SessionError {
    /// Whether the user pool has refused a refresh token permanently.
    ///
    /// Nothing else ends a session.
    fileprivate var isDefinitive: Bool {
        guard case .service(let fault) = self else { return false }
        return [.notAuthorized, .refreshTokenReuse, .userNotFound].contains(fault.code)
    }
}
