// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire

extension SessionEngine {
    /// The tokens of a federated user who signed in on a provider's pages, valid for at least two minutes; renewed with
    /// the refresh grant if necessary.
    ///
    /// One request is made for all who call in the meantime.
    ///
    /// - Throws: `.signedOut` if there is no such session; `.sessionExpired` if the refresh token is refused permanently
    ///   or missing; the error of the renewal otherwise, and then the session is as before; `.invalidState` if a local
    ///   sign-out came in between.
    package func freshProviderTokens() async throws(SessionError) -> ProviderTokens {
        let start = holder.beginning
        if let tokens = try validProviderTokens(try holder.loaded()) { return tokens }
        let flight = presentTurns.renewals
        return try await withDeadline(deadline) { [self] () async throws(SessionError) in
            let result = await flight.providerTokens.join { [self] in
                await inTurn(flight) { [self] () async throws(SessionError) in
                    try await undisturbed(since: start) { snapshot throws(SessionError) in
                        if let tokens = try validProviderTokens(snapshot) { return tokens }
                        return try await renewLogin(snapshot, requirePages())?.record?.login?.pages
                    }
                }
            }
            guard let result else { throw .cancelled }
            return try result.get()
        }
    }

    /// The provider's tokens, if they are valid.
    ///
    /// - Throws: why there are none, and none can be had.
    private func validProviderTokens(_ snapshot: SessionSnapshot) throws(SessionError) -> ProviderTokens? {
        guard let tokens = snapshot.record?.login?.pages else { throw .signedOut }
        if isValid(tokens) { return tokens }
        if tokens.isRefreshTokenDead || tokens.refreshToken == nil { throw .sessionExpired }
        return nil
    }

    private func isValid(_ tokens: ProviderTokens) -> Bool {
        clock.now() < tokens.expiration.addingTimeInterval(-SessionSnapshot.expiryMargin)
    }

    /// The session with a login that is valid, as far as it can be renewed here.
    ///
    /// A login of pages that are not this engine's stays as it is, and the identity pool decides.
    ///
    /// - Returns: nil if the session was changed in the meantime.
    func renewLoginIfPossible(_ snapshot: SessionSnapshot) async throws(SessionError) -> SessionSnapshot? {
        guard let tokens = snapshot.record?.login?.pages, !isValid(tokens), !tokens.isRefreshTokenDead,
            tokens.refreshToken != nil, case .success(let pages) = configuration.pages, pages.isExternal
        else { return snapshot }
        do throws(SessionError) {
            return try await renewLogin(snapshot, pages)
        } catch {
            if error == .sessionExpired { return nil }
            throw error
        }
    }

    /// The session with a login that is valid.
    ///
    /// - Returns: nil if the session was changed in the meantime.
    /// - Throws: `.sessionExpired`, and why the login cannot be renewed.
    func renewLoginIfNecessary(_ snapshot: SessionSnapshot) async throws(SessionError) -> SessionSnapshot? {
        guard let login = snapshot.record?.login, login.pages != nil, !login.provider.isEmpty else { return snapshot }
        if try validProviderTokens(snapshot) != nil { return snapshot }
        return try await renewLogin(snapshot, requirePages())
    }

    /// The refresh grant; the tokens are stored at once.
    private func renewLogin(
        _ former: SessionSnapshot,
        _ pages: HostedPages
    ) async throws(SessionError) -> SessionSnapshot? {
        try await withRenewalLock { () throws(SessionError) in
            // What another program renewed while this one waited for the lock is used.
            if holder.caughtUp(former) !== former { return nil }
            guard let login = former.record?.login, let spent = login.pages, let token = spent.refreshToken else {
                throw .sessionExpired
            }
            let renewed: ProviderTokens
            do throws(SessionError) {
                renewed = try await refreshed(spent, token, pages)
            } catch {
                guard case .service(let fault) = error, fault.code == .invalidGrant else { throw error }
                // A session that another program has stored decides for itself.
                if holder.caughtUp(former) !== former { return nil }
                var dead = spent
                dead.isRefreshTokenDead = true
                _ = replace(spent, by: dead)
                throw .sessionExpired
            }
            return replace(spent, by: renewed)
        }
    }

    private func refreshed(
        _ tokens: ProviderTokens,
        _ refreshToken: String,
        _ pages: HostedPages
    ) async throws(SessionError) -> ProviderTokens {
        let endpoint = try tokenEndpoint(of: pages)
        let issued = try await asking { () throws(ServiceFault) in try await endpoint.refresh(refreshToken) }
        guard let accessToken = issued.accessToken else {
            throw .garbled(.garbled("The answer holds no access token."))
        }
        var renewed = providerTokens(issued, accessToken)
        renewed.idToken = renewed.idToken ?? tokens.idToken
        renewed.refreshToken = renewed.refreshToken ?? refreshToken
        return renewed
    }

    /// Replaces the tokens in the session that has them still, whatever else has changed in it.
    private func replace(_ former: ProviderTokens, by tokens: ProviderTokens) -> SessionSnapshot? {
        let snapshot = try? holder.rewrite(isBinding: false) { record in
            guard case .federated(var login, let identity) = record, login.pages == former else { return .keep }
            login.pages = tokens
            login.token = tokens.login
            return .replace(.federated(login: login, identity: identity))
        }
        return snapshot ?? nil
    }
}
