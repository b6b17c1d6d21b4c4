// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// swift-format-ignore-file

import AWSMobileClient
import Foundation

#if canImport(UIKit)
import UIKit
#endif

// "Using Hosted UI for Authentication" and "Using Auth0 Hosted UI", as they are written there
// but for the second sign-in with Auth0, which repeats the first.

extension Screen {
    func showHostedUI() {
        // Optionally override the scopes based on the usecase.
        let hostedUIOptions = HostedUIOptions(scopes: ["openid", "email"])

        // Present the Hosted UI sign in.
        AWSMobileClient.default().showSignIn(navigationController: self.navigationController!, hostedUIOptions: hostedUIOptions) { (userState, error) in
            if let error = error as? AWSMobileClientError {
                print(error.localizedDescription)
            }
            if let userState = userState {
                print("Status: \(userState.rawValue)")
            }
        }
    }

    func showGoogle() {
        // Option to launch Google sign in directly
        let hostedUIOptions = HostedUIOptions(scopes: ["openid", "email"], identityProvider: "Google")

        // Present the Hosted UI sign in.
        AWSMobileClient.default().showSignIn(navigationController: self.navigationController!, hostedUIOptions: hostedUIOptions) { (userState, error) in
            if let error = error as? AWSMobileClientError {
                print(error.localizedDescription)
            }
            if let userState = userState {
                print("Status: \(userState.rawValue)")
            }
        }
    }

    func showFacebook() {
        // Option to launch Facebook sign in directly
        let hostedUIOptions = HostedUIOptions(scopes: ["openid", "email"], identityProvider: "Facebook")

        // Present the Hosted UI sign in.
        AWSMobileClient.default().showSignIn(navigationController: self.navigationController!, hostedUIOptions: hostedUIOptions) { (userState, error) in
            if let error = error as? AWSMobileClientError {
                print(error.localizedDescription)
            }
            if let userState = userState {
                print("Status: \(userState.rawValue)")
            }
        }
    }

    func signOutOfHostedUI() {
        // Setting invalidateTokens: true will make sure the tokens are invalidated
        AWSMobileClient.default().signOut(options: SignOutOptions(invalidateTokens: true)) { (error) in
            print("Error: \(error.debugDescription)")
        }
    }

    func showAuth0() {
        // Specify the scopes and federation provider name.
         let hostedUIOptions = HostedUIOptions(scopes: ["openid", "email"], federationProviderName: "YOUR_AUTH0_DOMAIN.auth0.com")

        // Present the Hosted UI sign in.
        AWSMobileClient.default().showSignIn(navigationController: self.navigationController!, hostedUIOptions: hostedUIOptions) { (userState, error) in
            if let error = error as? AWSMobileClientError {
                print(error.localizedDescription)
            }
            if let userState = userState {
                print("Status: \(userState.rawValue)")
            }
        }
    }
}

#if canImport(UIKit)
class AppDelegate {
    func application(_ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any) -> Bool {
        AWSMobileClient.default().handleAuthResponse(application, open: url, sourceApplication: sourceApplication, annotation: annotation)
        return true
    }
}

class Auth0AppDelegate {
    func application(_ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any) -> Bool {
        return AWSMobileClient.default().handleAuthResponse(application, open: url, sourceApplication: sourceApplication, annotation: annotation)
    }
}
#endif

extension Screen {
    /// What the app's delegates do, on systems without UIKit.
    func openURL(_ address: String) {
        guard let url = URL(string: address) else { return print("\(address) is no address") }
        print("Opened: \(AWSMobileClient.default().handleAuthResponse(url))")
    }
}
