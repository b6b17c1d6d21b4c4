// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An identity provider with which users can sign in.
package struct PageProvider: Sendable, Equatable {
    /// The kinds of providers, which have different classes in style sheets.
    package enum Kind: Sendable, CaseIterable {
        /// Google.
        case google
        /// Facebook.
        case facebook
        /// Login with Amazon.
        case amazon
        /// Sign in with Apple.
        case apple
        /// A provider of OpenID Connect.
        case openIDConnect
        /// A SAML provider.
        case saml
    }

    /// The kind of the provider.
    package let kind: Kind
    /// The name of the provider in the pool, which the parameter `identity_provider` has.
    package let name: String

    /// Creates a provider.
    package init(_ kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// The name on the button.
    private var title: String {
        switch kind {
        case .google: "Google"
        case .facebook: "Facebook"
        case .amazon: "Amazon"
        case .apple: "Apple"
        case .openIDConnect, .saml: name
        }
    }

    private var isSocial: Bool {
        switch kind {
        case .google, .facebook, .amazon, .apple: true
        case .openIDConnect, .saml: false
        }
    }

    /// The values of the provider's button.
    func values(in context: PageContext) -> PageValues {
        [
            "provider": .text(title), "class": .text(isSocial ? "socialButton" : "idpButton"),
            "address": .text(context.address(of: .authorize, "identity_provider", name)),
        ]
    }
}
