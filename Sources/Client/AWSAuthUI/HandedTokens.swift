// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSMobileClient

/// The part of the drop-in UI that needs no screen: the user has signed in with a provider's own SDK, and the app has
/// handed the token over to AWSFacebookSignIn or AWSGoogleSignIn.
///
/// An app links the module and need not call it: `AWSMobileClient.default().showSignIn` without `hostedUIOptions` uses it,
/// and shows the hosted pages if there is no token.
package final class HandedTokens: LinkedDropInUI, Sendable {
    private static let present = HandedTokens()

    package static var linked: any DropInSignInProvider { present }

    package static var isUsable: Bool { LinkedModules.signInProviders.contains(where: \.hasToken) }

    package func presentSignIn(
        options: SignInUIOptions,
        completion: @escaping (_ providerName: String?, _ token: String?, _ error: (any Error)?) -> Void
    ) {
        for provider in LinkedModules.signInProviders {
            if let identityProvider = provider.identityProvider, let token = provider.takeToken() {
                return completion(identityProvider.rawValue, token, nil)
            }
        }
        completion(
            nil, nil, AWSMobileClientError.invalidState(message: "Another call has used the token of the provider."))
    }
}
