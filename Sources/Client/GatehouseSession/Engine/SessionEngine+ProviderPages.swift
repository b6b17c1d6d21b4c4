// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient

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
    /// - Throws: what the answer lacks for any session.
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
    /// An answer that states no lifetime has that of its access token, if this is a JWT, else one hour; none outlives the
    /// ID token, which identity pools are shown.
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
