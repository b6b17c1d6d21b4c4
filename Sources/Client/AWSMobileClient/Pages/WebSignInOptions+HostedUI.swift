// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

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

    /// The drop-in UI: a sign-in with the user pool on its own pages, whose tokens are as good as those of the API.
    init(dropIn look: PageLook, on pages: HostedPages) {
        self.init(
            scopes: pages.scopes + ["openid", Self.scopeOfUserCalls],
            form: .mobileClient,
            session: .userPool,
            parameters: pages.parameters().signIn.merging(look.parameters) { $1 }
        )
    }
}
