// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// swift-format-ignore-file

import AWSMobileClient
import Foundation

// "Utility Properties", printed here, "Managing Security Tokens" and "Federated Identities", as they are written there
// but for a misspelt `let` and a missing comma.

extension Screen {
    func readProperties() {
        print("username:", AWSMobileClient.default().username ?? "none")       //String
        print("isSignedIn:", AWSMobileClient.default().isSignedIn)       //Boolean
        print("identityId:", AWSMobileClient.default().identityId ?? "none")       //String
    }

    func getTokens() {
        AWSMobileClient.default().getTokens { (tokens, error) in
            if let error = error {
                print("Error getting token \(error.localizedDescription)")
            } else if let tokens = tokens {
                print(tokens.accessToken!.tokenString!)
            }
        }
    }

    func getCredentials() {
        AWSMobileClient.default().getAWSCredentials { (credentials, error) in
            if let error = error {
                print("\(error.localizedDescription)")
            } else if let credentials = credentials {
                print(credentials.accessKey)
            }
        }
    }

    func federate() {
        AWSMobileClient.default().federatedSignIn(providerName: IdentityProvider.facebook.rawValue, token: "FACEBOOK_TOKEN_HERE") { (userState, error)  in
            if let error = error {
                print("Federated Sign In failed: \(error.localizedDescription)")
            }
        }
    }

    func federateSAML() {
        // Perform SAML token federation
        AWSMobileClient.default().federatedSignIn(providerName: "YOUR_SAML_PROVIDER_NAME",
                                                            token: "YOUR_SAML_TOKEN") { (userState, error) in
            if let error = error as? AWSMobileClientError {
                print(error.localizedDescription)
            }
            if let userState = userState {
                print("Status: \(userState.rawValue)")
            }
        }
    }

    func federateSAMLWithRole() {
        // Choose one of the roles available in the token
        let options = FederatedSignInOptions(customRoleARN: "choose-one")

        // Perform SAML token federation
        AWSMobileClient.default().federatedSignIn(providerName: "YOUR_SAML_PROVIDER_NAME",
                                                                token: "YOUR_SAML_TOKEN",
                                               federatedSignInOptions: options) { (userState, error) in
            if let error = error as? AWSMobileClientError {
                print(error.localizedDescription)
            }
            if let userState = userState {
                print("Status: \(userState.rawValue)")
            }
        }
    }

    func federateDeveloper(_ identityId: String?) {
        AWSMobileClient.default().federatedSignIn(providerName: IdentityProvider.developer.rawValue,
                                                                token: "YOUR_TOKEN",
                                               federatedSignInOptions: FederatedSignInOptions(cognitoIdentityId: identityId!)) { (userState, error) in
            if let error = error as? AWSMobileClientError {
                print(error.localizedDescription)
            }
            if let userState = userState {
                print("Status: \(userState.rawValue)")
            }
        }
    }
}
