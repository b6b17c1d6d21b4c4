// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension AuthProvider {
    /// The name under which an identity pool accepts tokens of the provider.
    var loginsKey: String {
        switch self {
        case .amazon: "www.amazon.com"
        case .apple: "appleid.apple.com"
        case .facebook: "graph.facebook.com"
        case .google: "accounts.google.com"
        case .twitter: "api.twitter.com"
        case .oidc(let name), .saml(let name), .custom(let name): name
        }
    }
}
