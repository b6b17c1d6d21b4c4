// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// What a sign-in on the hosted pages may say.
public struct AWSAuthWebUISignInOptions: Sendable {
    /// What the pages are to ask for.
    public enum Prompt: String, Codable, Sendable {
        /// Nothing: fail rather than show a page.
        case none

        /// The credentials, also of a user who is signed in.
        case login

        /// Which account.
        case selectAccount = "select_account"

        /// Consent.
        case consent
    }

    /// The identifier that chooses an identity provider.
    public let idpIdentifier: String?

    /// Whether the browser's cookies stay out of it.
    public let preferPrivateSession: Bool

    /// A value that the id token repeats.
    public let nonce: String?

    /// The language of the pages.
    public let language: String?

    /// The name to begin with.
    public let loginHint: String?

    /// What the pages are to ask for.
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
