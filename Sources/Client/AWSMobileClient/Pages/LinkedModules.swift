// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// A module's addition to the drop-in UI; the app chooses whether to link the module.
package protocol LinkedDropInUI: DropInSignInProvider {
    /// The one object of the class.
    static var linked: any DropInSignInProvider { get }

    /// Whether it can sign the user in at present.
    static var isUsable: Bool { get }
}

/// A way to sign in that a module adds to the drop-in UI, if an app links the module.
package protocol LinkedSignInProvider: AnyObject {
    /// The provider; nil for the user pool itself.
    var identityProvider: IdentityProvider? { get }

    /// Takes the token that the app has handed over, if it has.
    func takeToken() -> String?

    /// Whether the app has handed a token over.
    var hasToken: Bool { get }

    /// The one object of the class.
    static var linked: any LinkedSignInProvider { get }
}

/// The modules beside this one that the program links; an app imports them, and need not call them.
package enum LinkedModules {
    /// The ways to sign in that the drop-in UI offers.
    package static var signInProviders: [any LinkedSignInProvider] {
        [
            "AWSUserPoolsSignIn.AWSCognitoUserPoolsSignInProvider",
            "AWSFacebookSignIn.AWSFacebookSignInProvider",
            "AWSGoogleSignIn.AWSGoogleSignInProvider",
        ].compactMap { (NSClassFromString($0) as? any LinkedSignInProvider.Type)?.linked }
    }

    /// Drops the tokens that the app has handed over: their user has signed out, or signed in otherwise.
    static func dropHandedTokens() {
        for provider in signInProviders { _ = provider.takeToken() }
    }

    /// What signs the user in before the pages of the drop-in UI are shown.
    static var dropInUI: (any DropInSignInProvider)? {
        let ui = NSClassFromString("AWSAuthUI.HandedTokens") as? any LinkedDropInUI.Type
        return ui.flatMap { $0.isUsable ? $0.linked : nil }
    }
}

/// A token of an identity provider that the app hands over; it is used once.
package final class HandedToken: Sendable {
    private let token = Mutex<String?>(nil)

    /// Creates a place without a token.
    package init() {}

    /// Keeps a token, in place of another.
    package func hand(_ token: String) {
        self.token.withLock { $0 = token }
    }

    /// Takes the token.
    package func take() -> String? {
        token.withLock { token in
            defer { token = nil }
            return token
        }
    }

    /// Whether there is a token.
    package var isThere: Bool { token.withLock { $0 != nil } }
}
