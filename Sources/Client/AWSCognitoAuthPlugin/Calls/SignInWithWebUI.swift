// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Signs in on the hosted pages, where the user chooses how.
    ///
    /// The plugin's own options are `AWSAuthWebUISignInOptions`. A sign-in that waits for an answer is abandoned. Other
    /// calls do not wait for the user in the browser; a sign-out or another sign-in ends this one. A cancelled task ends
    /// the sign-in as well: nothing is stored, and tokens that were already issued are revoked.
    ///
    /// - Throws: `AuthError`. `.configuration` without hosted pages in the configuration, `.invalidState` when a user is
    ///   signed in. `.service` with `AWSCognitoAuthError.userCancelled` if the user cancels, with `errorLoadingUI` if the
    ///   pages cannot be shown, and without one of them if the service refuses or the browser does not return within
    ///   15 minutes. After an error the app may call this again.
    public func signInWithWebUI(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthWebUISignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        try await signInOnPages(HubPayload.EventName.Auth.webUISignInAPI, nil, presentationAnchor, options)
    }

    /// Signs in with an external provider, by way of the hosted pages.
    ///
    /// As ``signInWithWebUI(presentationAnchor:options:)``; the pages lead to the provider at once.
    ///
    /// - Throws: `AuthError`.
    public func signInWithWebUI(
        for authProvider: AuthProvider,
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthWebUISignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        let event = HubPayload.EventName.Auth.socialWebUISignInAPI
        return try await signInOnPages(event, authProvider, presentationAnchor, options)
    }

    private func signInOnPages(
        _ event: HubPayloadEventName,
        _ provider: AuthProvider?,
        _ anchor: AuthUIPresentationAnchor?,
        _ options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult {
        let engineOptions = WebSignInOptions(provider, options)
        let result = try await run(event, .signIn, isCancellable: true, above: anchor) { engine throws(SessionError) in
            try await engine.signInOnPages(engineOptions)
        } answer: {
            AuthSignInResult($0)
        }
        announce(result)
        return result
    }
}

extension WebSignInOptions {
    /// Converts this API's options to the engine's.
    fileprivate init(_ provider: AuthProvider?, _ options: AuthWebUISignInRequest.Options?) {
        let extra = options?.pluginOptions as? AWSAuthWebUISignInOptions
        self.init(
            provider: provider?.pagesName,
            providerIdentifier: extra?.idpIdentifier,
            scopes: options?.scopes,
            prefersPrivateSession: extra?.preferPrivateSession ?? false,
            nonce: extra?.nonce,
            language: extra?.language,
            loginHint: extra?.loginHint,
            prompts: extra?.prompt?.map(\.rawValue) ?? [],
            resource: extra?.resource
        )
    }
}

extension AuthProvider {
    /// The name of the provider in the authorization request of the hosted pages (`identity_provider`).
    var pagesName: String {
        switch self {
        case .amazon: "LoginWithAmazon"
        case .apple: "SignInWithApple"
        case .facebook: "Facebook"
        case .google: "Google"
        case .twitter: "Twitter"
        case .oidc(let name), .saml(let name), .custom(let name): name
        }
    }
}
