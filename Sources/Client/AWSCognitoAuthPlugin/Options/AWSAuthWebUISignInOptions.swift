// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The options of a sign-in on the hosted pages.
public struct AWSAuthWebUISignInOptions: Sendable {
    /// A prompt of the hosted pages.
    public enum Prompt: String, Codable, Sendable {
        /// No prompt: the sign-in fails if it needs a page.
        case none

        /// The prompt for credentials, also for a signed-in user.
        case login

        /// The choice of an account.
        case selectAccount = "select_account"

        /// The prompt for consent.
        case consent
    }

    /// The identifier that chooses an identity provider; it counts more than the provider of the call.
    public let idpIdentifier: String?

    /// Whether the browser uses no cookies of other visits, and forgets its own.
    ///
    /// Then a sign-out shows no logout page. The browser on Linux cannot do this: there, the pages ask for credentials even
    /// if the browser is signed in, unless `prompt` says otherwise.
    public let preferPrivateSession: Bool

    /// A value that the ID token must repeat; the sign-in fails if it does not.
    public let nonce: String?

    /// The language of the pages.
    public let language: String?

    /// The name to begin with.
    public let loginHint: String?

    /// The prompts that the hosted pages show.
    public let prompt: [Prompt]?

    /// The resource that the access token is for.
    public let resource: String?

    /// Makes options.
    public init(
        idpIdentifier: String? = nil,
        preferPrivateSession: Bool = false,
        nonce: String? = nil,
        language: String? = nil,
        loginHint: String? = nil,
        prompt: [Prompt]? = nil,
        resource: String? = nil
    ) {
        self.idpIdentifier = idpIdentifier
        self.preferPrivateSession = preferPrivateSession
        self.nonce = nonce
        self.language = language
        self.loginHint = loginHint
        self.prompt = prompt
        self.resource = resource
    }
}

extension AuthWebUISignInRequest.Options {
    /// Keep the browser's cookies out of it.
    public static func preferPrivateSession() -> AuthWebUISignInRequest.Options {
        AuthWebUISignInRequest.Options(pluginOptions: AWSAuthWebUISignInOptions(preferPrivateSession: true))
    }
}
