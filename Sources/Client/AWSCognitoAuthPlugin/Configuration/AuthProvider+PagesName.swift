// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

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
