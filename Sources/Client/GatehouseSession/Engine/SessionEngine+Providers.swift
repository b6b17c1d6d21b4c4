// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire

extension SessionEngine {
    /// The lifetime of an access token that states none.
    private static let usualLifetime: Duration = .seconds(3_600)

    /// The way in which a user signs in with these options.
    func signInMethod(_ options: WebSignInOptions, isPrivate: Bool) -> SignInMethod {
        switch options.session {
        case .pages: .onPages(isPrivate: isPrivate)
        case .userPool: .api(flow: configuration.userPool?.defaultFlow ?? .userSRP)
        }
    }

    /// The login of the session that the issued tokens begin.
    ///
    /// - Returns: nil for the session of a user of the user pool.
    /// - Throws: the error about a part that every session needs and the answer lacks.
    func federatedLogin(
        _ issued: IssuedTokens,
        _ request: AuthorizationRequest,
        _ pages: HostedPages,
        _ options: WebSignInOptions
    ) throws(WebSignInError) -> FederatedLogin? {
        guard options.form == .mobileClient else {
            if issued.idToken != nil { return nil }
            throw .unusable("The answer has no ID token. The sign-in needs the scope openid.")
        }
        guard let accessToken = issued.accessToken else { throw issued.idToken == nil ? .noTokens : .noAccessToken }
        let isOfPool = !pages.isExternal && configuration.userPool != nil
        if isOfPool, issued.idToken != nil, issued.refreshToken != nil { return nil }
        guard options.session == .pages else {
            throw .unusable("The answer lacks one of the three tokens. The sign-in needs the scope openid.")
        }
        if let idToken = issued.idToken { try request.check(idToken) }
        return FederatedLogin(
            provider: provider(pages, options),
            token: issued.idToken ?? accessToken,
            pages: providerTokens(issued, accessToken)
        )
    }

    /// The tokens as they are stored, with the time of their expiry by the client's clock.
    ///
    /// An answer without a lifetime has the lifetime of its access token, if this is a JWT, else one hour; none
    /// outlives the ID token, which identity pools are shown.
    func providerTokens(_ issued: IssuedTokens, _ accessToken: String) -> ProviderTokens {
        let stated = issued.lifetime.map { clock.now().addingTimeInterval($0 / .seconds(1)) }
        let end = issued.idToken.flatMap { TokenClaims($0).expiration } ?? .distantFuture
        return ProviderTokens(
            accessToken: accessToken,
            idToken: issued.idToken,
            refreshToken: issued.refreshToken,
            expiration: min(
                stated ?? TokenClaims(accessToken).expiration
                    ?? clock.now().addingTimeInterval(Self.usualLifetime / .seconds(1)),
                end
            )
        )
    }

    /// The key of the login in requests to the identity pool; empty if they carry none.
    private func provider(_ pages: HostedPages, _ options: WebSignInOptions) -> String {
        switch options.federation {
        case .disabled: return ""
        case .provider(let name): return name
        case nil: break
        }
        if let pool = configuration.userPool { return pool.loginsKey }
        return if case .external(let addresses) = pages.provider { addresses.authorize.host() ?? "" } else { "" }
    }
}

extension SessionEngine {
    /// The tokens of a federated user who signed in on a provider's pages, valid for at least two minutes; renewed with
    /// the refresh grant if necessary.
    ///
    /// One request is made for all who call in the meantime.
    ///
    /// - Throws: `.signedOut` if there is no such session; `.sessionExpired` if the refresh token is refused permanently
    ///   or missing; the error of the renewal otherwise, and then the session is as before; `.invalidState` if a local
    ///   sign-out happened in between.
    package func freshProviderTokens() async throws(SessionError) -> ProviderTokens {
        let start = CallMoment.present
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
