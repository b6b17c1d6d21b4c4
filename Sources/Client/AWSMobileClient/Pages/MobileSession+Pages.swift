// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseWire

extension MobileSession {
    /// Refuses a call of `showSignIn` that cannot succeed.
    ///
    /// - Throws: `invalidState` while a user is signed in, without a drop-in UI, or for a private session that the
    ///   system does not have; `invalidConfiguration` without pages.
    func requirePages(_ options: HostedUIOptions?) throws {
        try requireNobodySignedIn()
        guard let options else {
            if environment.dropInUI() == nil { _ = try dropInPages() }
            return
        }
        try loaded.requirePages(scopes: options.scopes)
        guard !options.signInPrivateSession || pages.offersPrivateSessions else {
            throw AWSMobileClientError.invalidState(
                message: """
                    The user's browser cannot forget a visit. Leave signInPrivateSession out, or set \
                    AWSMobileClient.hostedUIPresenter.
                    """)
        }
    }

    /// Ends the sign-in before, and lets the present call begin another on pages; or refuses it.
    ///
    /// - Throws: as `requirePages`.
    func beginPages(_ options: HostedUIOptions?) throws {
        try requirePages(options)
        abandonSignIn()
    }

    /// Shows the hosted UI, or without its options the drop-in UI, and signs the user in.
    ///
    /// - Returns: `signedIn`.
    /// - Throws: why no user is signed in.
    func showSignIn(
        uiOptions: SignInUIOptions,
        hostedUIOptions: HostedUIOptions?,
        anchor: AuthUIPresentationAnchor?
    ) async throws -> UserState {
        try requirePages(hostedUIOptions)
        if hostedUIOptions == nil, let provider = environment.dropInUI() {
            return try await signIn(with: AppOwned(provider), uiOptions)
        }
        let context = PageContext(
            anchor: anchor.map(AppOwned.init), look: hostedUIOptions == nil ? PageLook(uiOptions) : nil)
        try await PageContext.$current.withValue(context) {
            if let hostedUIOptions {
                try await signInOnPages(hostedUIOptions)
            } else {
                try await signInOnDropInPages(PageLook(uiOptions))
            }
        }
        return .signedIn
    }

    /// Passes the address that opened the app to the page waiting for it.
    ///
    /// - Returns: whether one does.
    func handleAuthResponse(_ url: URL) -> Bool {
        pages.receive(url)
    }

    private func signInOnPages(_ options: HostedUIOptions) async throws {
        loaded.item?.rememberPages(options, configuredScopes: loaded.configuration.scopesOfPages)
        try await show(WebSignInOptions(options))
        var information = ["provider": "OAuth"]
        information["token"] = record?.accessTokenOfPages
        information["identityProvider"] = options.identityProvider
        information["idpIdentifier"] = options.idpIdentifier
        try await completeSignIn(information)
    }

    private func signInOnDropInPages(_ look: PageLook) async throws {
        try await show(WebSignInOptions(dropIn: look, on: dropInPages()), mayCancel: look.canCancel)
        try await completeSignIn(userPoolInformation)
    }

    /// Signs in on pages, unless another sign-in has begun since the app made the call.
    ///
    /// - Parameters:
    ///   - options: the options of the sign-in.
    ///   - mayCancel: whether the pages have a link that ends the sign-in.
    /// - Throws: `AWSMobileClientError`.
    private func show(_ options: WebSignInOptions, mayCancel: Bool = false) async throws {
        let engine = try engine
        do throws(SessionError) {
            _ = try await engine.signInOnPages(options)
        } catch {
            if mayCancel, case .web(.refused(let refusal)) = error, refusal.code == "access_denied" {
                throw AWSMobileClientError(WebSignInError.cancelled)
            }
            throw Self.errorOfPages(error)
        }
    }

    /// The error of a sign-in on pages as apps receive it: unlike in other calls, also a service that cannot be reached.
    static func errorOfPages(_ error: SessionError) -> AWSMobileClientError {
        switch error {
        case .network(let fault): .errorLoadingPage(message: fault.message)
        case .garbled(let fault): .unknown(message: fault.message)
        case .endedFromOutside: .signInAbandoned
        default: AWSMobileClientError(error)
        }
    }

    /// The pages of the drop-in UI.
    ///
    /// - Throws: `invalidState` that names the missing key.
    private func dropInPages() throws -> HostedPages {
        do {
            try loaded.requirePages()
        } catch AWSMobileClientError.invalidConfiguration(let message) {
            throw AWSMobileClientError.noDropIn(message)
        }
        guard let configuration = loaded.engine?.configuration, let pages = try? configuration.pages?.get() else {
            throw AWSMobileClientError.noDropIn("The key Auth.Default.OAuth is missing.")
        }
        guard !pages.isExternal else {
            throw AWSMobileClientError.noDropIn(
                "Auth.Default.OAuth has SignInURI and TokenURI of another provider in place of WebDomain.")
        }
        guard let pool = configuration.userPool else {
            throw AWSMobileClientError.noDropIn("The key CognitoUserPool.Default is missing.")
        }
        guard pool.clientID == pages.clientID else {
            throw AWSMobileClientError.noDropIn(
                "Auth.Default.OAuth.AppClientId differs from CognitoUserPool.Default.AppClientId.")
        }
        return pages
    }
}

extension AWSMobileClientError {
    /// The drop-in UI cannot be shown.
    fileprivate static func noDropIn(_ reason: String) -> AWSMobileClientError {
        .invalidState(
            message: """
                There is no drop-in UI: it consists of the hosted pages of the user pool, or of the screens of \
                AWSMobileClient.dropInSignInProvider. \(reason)
                """)
    }
}

extension SessionError {
    /// Lets a `switch` name one of the engine's constants.
    fileprivate static func ~= (pattern: SessionError, value: SessionError) -> Bool { pattern == value }
}

extension SessionRecord {
    /// The access token of a session that began on pages.
    fileprivate var accessTokenOfPages: String? {
        user?.tokens.accessToken ?? login?.pages?.accessToken
    }
}

extension WebPage {
    /// Whether an address begins as the redirect URI does, in upper or lower case.
    func isRedirect(_ url: URL) -> Bool {
        url.absoluteString.lowercased().hasPrefix(redirect.absoluteString.lowercased())
    }

    /// Whether an address that the app received ends the visit.
    ///
    /// A sign-in and a sign-out can have the same redirect URI: only the answer to a sign-in has a state, or reports an
    /// error without one.
    func accepts(_ url: URL) -> Bool {
        guard isRedirect(url) else { return false }
        let names = url.queryNames
        return switch purpose {
        case .signIn: names.contains("state") || names.contains("error")
        case .signOut: !names.contains("state")
        }
    }
}

extension URL {
    /// The names of the parameters in the query.
    fileprivate var queryNames: Set<Substring> {
        let fields = (query(percentEncoded: true) ?? "").split(separator: "&")
        return Set(fields.map { $0.prefix { $0 != "=" } })
    }
}

extension WebSignInOptions {
    /// The scope with which an access token may be used for calls of the user pool in the user's name.
    static let scopeOfUserCalls = "aws.cognito.signin.user.admin"

    /// A sign-in on hosted pages.
    init(_ options: HostedUIOptions) {
        self.init(
            provider: options.providerInUserPool,
            providerIdentifier: options.idpIdentifier,
            scopes: options.scopes,
            prefersPrivateSession: options.signInPrivateSession,
            form: .mobileClient,
            federation: options.disableFederation
                ? .disabled : options.federationProviderName.map { .provider($0) },
            parameters: options.signInURIQueryParameters,
            tokenParameters: options.tokenURIQueryParameters
        )
    }

    /// The drop-in UI: a sign-in with the user pool on its own pages, whose tokens are as good as the API's.
    init(dropIn look: PageLook, on pages: HostedPages) {
        self.init(
            scopes: pages.scopes + ["openid", Self.scopeOfUserCalls],
            form: .mobileClient,
            session: .userPool,
            parameters: pages.parameters().signIn.merging(look.parameters) { $1 }
        )
    }
}
