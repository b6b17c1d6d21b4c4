// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization

extension SessionEngine {
    /// Signs a user in on the hosted pages.
    ///
    /// A sign-in that waits for an answer is abandoned. No other call waits for the user: a sign-out or another sign-in
    /// ends this one. If anything fails before the session is stored, or the task is cancelled by then, no user is signed
    /// in, and tokens that were already issued are revoked.
    ///
    /// The session is a user's if the user pool's own pages have issued all three tokens. In the
    /// form of AWSMobileClient, other answers with an access token begin a federated session with the issued tokens.
    ///
    /// - Parameter options: the provider and the options of the pages.
    /// - Returns: `.done`.
    /// - Throws: `SessionError`; `.configuration` without hosted pages, `.invalidState` when a user is signed in.
    package func signInOnPages(
        _ options: WebSignInOptions = WebSignInOptions()
    ) async throws(SessionError) -> SignInOutcome {
        let pages = try requirePages(for: options)
        guard let presenter else { throw .web(.noPresenter) }
        let isPrivate = options.prefersPrivateSession && presenter.offersPrivateSessions
        let request = try AuthorizationRequest(
            pages,
            options,
            asksAgain: options.prefersPrivateSession && !isPrivate,
            entropy: entropy
        )
        if rules.signInReplacesSession { abandonSignIn() }
        let start = CallMoment.present
        var allowance = Allowance(deadline)
        let dialog = try await allowance.spend { [self] () async throws(SessionError) -> UserDialog<URL> in
            try await changes.withTurn { () throws(SessionError) in try beginWebSignIn(start) }
        }
        // A call without a turn leaves nothing open.
        defer { close(dialog) }
        let page = WebPage(
            purpose: .signIn, url: request.url, redirect: pages.signInRedirectURL, isPrivate: isPrivate)
        let callback = try await show(page, presenter, dialog)
        let code = try Self.onPages { () throws(WebSignInError) in try request.code(in: callback) }
        return try await allowance.spend { [self] () async throws(SessionError) -> SignInOutcome in
            try await changes.withTurn { () async throws(SessionError) -> SignInOutcome in
                guard ongoingSignIn.withLock({ $0.isShowing(dialog) }) else { throw .endedFromOutside }
                ongoingSignIn.withLock { $0 = .underWay }
                defer { ongoingSignIn.withLock { $0 = .none } }
                try await finish(code, request, pages, options, isPrivate: isPrivate, since: start)
                return SignInOutcome(nextStep: .done)
            }
        }
    }

    /// The hosted pages.
    ///
    /// - Throws: `.configuration` where there are none, or they are not set up correctly.
    func requirePages() throws(SessionError) -> HostedPages {
        guard let pages = configuration.pages else { throw .noPages }
        return try pages.get()
    }

    /// The hosted pages, if the other parts that the sign-in needs are configured.
    private func requirePages(for options: WebSignInOptions) throws(SessionError) -> HostedPages {
        guard options.form == .mobileClient else {
            _ = try requireUserPool()
            return try requirePages()
        }
        let pages = try requirePages()
        if !pages.isExternal, configuration.userPool != nil { _ = try requireUserPool() }
        guard options.session == .userPool else { return pages }
        let (pool, _) = try requireUserPool()
        guard !pages.isExternal, pages.clientID == pool.clientID else { throw .notThePoolsPages }
        return pages
    }

    private func beginWebSignIn(_ start: CallMoment) throws(SessionError) -> UserDialog<URL> {
        try requireSignedOut()
        try makeWay(for: start)
        let dialog: UserDialog<URL> = openDialog()
        ongoingSignIn.withLock { $0 = .showing(dialog) }
        return dialog
    }

    /// Shows a page, and waits for the redirect.
    ///
    /// - Throws: `.web`, `.cancelled`, or `.invalidState` if the dialog was ended from outside.
    func show(
        _ page: WebPage,
        _ presenter: any WebPagePresenter,
        _ dialog: UserDialog<URL>
    ) async throws(SessionError) -> URL {
        defer { forget(dialog) }
        return try await dialog.run(for: page.limit, orElse: .web(.timedOut), clock) { () throws(SessionError) in
            try await Self.onPages { () async throws(WebSignInError) in try await presenter.show(page) }
        }
    }

    /// Exchanges the code for tokens, obtains what else belongs to the session, and stores it whole.
    private func finish(
        _ code: String,
        _ request: AuthorizationRequest,
        _ pages: HostedPages,
        _ options: WebSignInOptions,
        isPrivate: Bool,
        since start: CallMoment
    ) async throws(SessionError) {
        let method = signInMethod(options, isPrivate: isPrivate)
        let issued = try await redeem(code, request, pages, options)
        let login: FederatedLogin?
        do throws(SessionError) {
            login = try Self.onPages { () throws(WebSignInError) in try federatedLogin(issued, request, pages, options)
            }
            if Task.isCancelled { throw SessionError.cancelled }
            if let login {
                return try adoptFederation(login, identityID: nil, since: start, replacesUser: true)
            }
        } catch {
            // Another provider has no revocation that the client knows.
            if !pages.isExternal, let refreshToken = issued.refreshToken { await abandon(refreshToken, of: method) }
            throw error
        }
        let result = AuthenticationResultType(
            accessToken: issued.accessToken, refreshToken: issued.refreshToken, idToken: issued.idToken)
        try await establish(result, method, since: start) { (tokens) throws(SessionError) in
            try Self.onPages { () throws(WebSignInError) in try request.check(tokens.idToken) }
            return SignedInUser(
                tokens: tokens,
                typedUsername: UserClaims(tokens).user?.username ?? "",
                method: method,
                signedInAt: clock.now(),
                federation: options.federation
            )
        }
    }

    /// The token endpoint of pages.
    ///
    /// - Parameters:
    ///   - pages: the pages.
    ///   - parameters: further parameters of its requests; nil for the pages' own.
    /// - Returns: the endpoint.
    /// - Throws: `SessionError.configuration` if the address is not a URL.
    func tokenEndpoint(
        of pages: HostedPages,
        parameters: [String: String]? = nil
    ) throws(SessionError) -> TokenEndpoint {
        TokenEndpoint(
            url: try pages.tokenURL(),
            clientID: pages.clientID,
            clientSecret: pages.clientSecret?.revealed,
            parameters: parameters ?? pages.parameters().token,
            transport: transport,
            policy: pages.retry,
            clock: clock,
            entropy: entropy
        )
    }

    private func redeem(
        _ code: String,
        _ request: AuthorizationRequest,
        _ pages: HostedPages,
        _ options: WebSignInOptions
    ) async throws(SessionError) -> IssuedTokens {
        let endpoint = try tokenEndpoint(of: pages, parameters: options.tokenParameters)
        do throws(SessionError) {
            return try await asking { () throws(ServiceFault) in
                try await endpoint.redeem(code: code, redirectURI: pages.signInRedirect, verifier: request.verifier)
            }
        } catch {
            guard case .service(let fault) = error else { throw error }
            let refusal = OAuthRefusal(code: fault.code.rawValue, text: fault.message)
            switch options.form {
            case .amplify: throw .web(.refused(refusal))
            case .mobileClient: throw .web(.tokensRefused(refusal))
            }
        }
    }

    static func onPages<Value>(
        _ body: () async throws(WebSignInError) -> Value
    ) async throws(SessionError) -> Value {
        do throws(WebSignInError) {
            return try await body()
        } catch {
            throw .web(error)
        }
    }

    static func onPages<Value>(_ body: () throws(WebSignInError) -> Value) throws(SessionError) -> Value {
        do throws(WebSignInError) {
            return try body()
        } catch {
            throw .web(error)
        }
    }
}

extension SessionError {
    fileprivate static var notThePoolsPages: SessionError {
        .configuration(
            "The hosted pages do not sign users in for the app client of the user pool.",
            cure: "Configure the pages of the user pool's domain, with the app client of the user pool."
        )
    }

    fileprivate static var noPages: SessionError {
        .configuration(
            "The configuration has no hosted pages, or not all that they need.",
            cure: "Add the block OAuth with domain, redirect URIs and scopes to the configuration."
        )
    }
}

extension SessionEngine {
    /// Shows the logout page to a user whose browser may still be signed in; no other user sees a browser.
    ///
    /// - Returns: the page's error that does not end the sign-out, if there is one.
    /// - Throws: the error with which the sign-out ends, and the user stays signed in: the user cancelled, unless the
    ///   refresh token is dead in any case, or the page could not be shown.
    func visitLogoutPage() async throws(SessionError) -> SessionError? {
        guard let user = (try? holder.loaded()).flatMap({ holder.caughtUp($0).record })?.user,
            user.method.leavesBrowserSession
        else { return nil }
        guard let configured = configuration.pages else {
            return .configuration(
                "The configuration has no hosted pages any more, so the browser was not signed out.",
                cure: "Keep the block OAuth while users are signed in with the pages."
            )
        }
        let pages = try configured.get()
        guard let presenter else { throw .web(.noPresenter) }
        guard let url = try pages.logoutURL(), let redirect = pages.signOutRedirectURL else { return nil }
        let page = WebPage(purpose: .signOut, url: url, redirect: redirect, isPrivate: false)
        // Of two sign-outs at the same time, the later one shows its page.
        endDialogs()
        do throws(SessionError) {
            let callback = try await show(page, presenter, openDialog())
            return Self.refusal(in: callback)
        } catch {
            switch error {
            case .web(.cancelled): if user.isRefreshTokenDead { return nil } else { throw error }
            case .web(let trouble): if trouble.isOfPresentation { throw error } else { return error }
            default: throw error
            }
        }
    }

    /// Shows the page that signs the browser out, and waits for its redirect; the session stays as it is.
    ///
    /// Nothing is shown to a user whose browser is not signed in, or whose provider has no such page.
    ///
    /// - Parameter parameters: all parameters of an external provider's page; nil for the configured ones. A user
    ///   pool's page has its own.
    /// - Throws: `SessionError`: the user cancelled, the page could not be shown, or it reported an error.
    package func showSignOutPage(_ parameters: [String: String]? = nil) async throws(SessionError) {
        if let user = try presentRecord()?.user, !user.method.leavesBrowserSession { return }
        guard let page = try signOutPage(parameters, of: requirePages()) else { return }
        guard let presenter else { throw .web(.noPresenter) }
        // Of two sign-outs at the same time, the later one shows its page.
        endDialogs()
        let callback = try await show(page, presenter, openDialog())
        if let error = Self.refusal(in: callback) { throw error }
    }

    private func signOutPage(_ parameters: [String: String]?, of pages: HostedPages) throws(SessionError) -> WebPage? {
        let url: URL
        let redirect: URL
        switch pages.provider {
        case .userPool:
            guard let logout = try pages.logoutURL(), let own = pages.signOutRedirectURL else { return nil }
            (url, redirect) = (logout, own)
        case .external(let addresses):
            guard let address = addresses.signOut else { return nil }
            let parameters = parameters ?? pages.parameters().signOut
            url = try HostedPages.url(address, parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            redirect = try pages.signOutRedirect(parameters)
        }
        return WebPage(purpose: .signOut, url: url, redirect: redirect, isPrivate: false)
    }

    /// The error that the page reported; a redirect that cannot be read is an error as well.
    private static func refusal(in callback: URL) -> SessionError? {
        do throws(WebSignInError) {
            return try WebCallback(callback).refusal.map { .web(.refused($0)) }
        } catch {
            return .web(error)
        }
    }
}
