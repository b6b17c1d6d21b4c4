// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSMobileClient

/// The drop-in UI of this package: the hosted pages of the user pool, which show every way to sign in that the app client
/// has, or the token of an identity provider that the app has handed over.
///
/// An app links the module and need not call it: `AWSMobileClient.default().showSignIn` without `hostedUIOptions` uses it.
package final class HostedDropInUI: LinkedDropInUI, Sendable {
    private static let present = HostedDropInUI()

    package static var linked: any DropInSignInProvider { present }

    package static var isUsable: Bool {
        LinkedModules.hasHostedPages || LinkedModules.signInProviders.contains(where: \.hasToken)
    }

    package func presentSignIn(
        options: SignInUIOptions,
        completion: @escaping (_ providerName: String?, _ token: String?, _ error: (any Error)?) -> Void
    ) {
        for provider in LinkedModules.signInProviders {
            if let identityProvider = provider.identityProvider, let token = provider.takeToken() {
                return completion(identityProvider.rawValue, token, nil)
            }
        }
        guard LinkedModules.hasHostedPages else {
            return completion(nil, nil, AWSMobileClientError.invalidState(message: LinkedModules.advice))
        }
        AWSMobileClient.default().showSignIn(hostedUIOptions: Self.pages()) { completion(nil, nil, $1) }
    }

    /// The options of the hosted pages: the page of the only provider that the app links, or the page with all of them.
    static func pages() -> HostedUIOptions {
        let providers = LinkedModules.signInProviders.map(\.identityProvider)
        return HostedUIOptions(identityProvider: providers.count == 1 ? providers[0]?.rawValue : nil)
    }
}
