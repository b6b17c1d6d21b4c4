// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The drop-in UI of a module that an app may link.
package protocol LinkedDropInUI: DropInSignInProvider {
    /// The one object of the class.
    static var linked: any DropInSignInProvider { get }

    /// Whether there is something to show.
    static var isUsable: Bool { get }
}

/// A way to sign in that a module offers in the drop-in UI, if an app links the module.
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

    /// The drop-in UI.
    static var dropInUI: (any DropInSignInProvider)? {
        let ui = NSClassFromString("AWSAuthUI.HostedDropInUI") as? any LinkedDropInUI.Type
        return ui.flatMap { $0.isUsable ? $0.linked : nil }
    }

    /// Whether the configuration has hosted pages.
    package static var hasHostedPages: Bool {
        AWSInfo.default().text(at: "Auth", "Default", "OAuth", "AppClientId") != nil
    }

    /// What an app without a drop-in UI can do.
    package static let advice = """
        There is no drop-in UI: pass hostedUIOptions, set AWSMobileClient.dropInSignInProvider, or link AWSAuthUI and add \
        hosted pages to the configuration (Auth.Default.OAuth).
        """
}
