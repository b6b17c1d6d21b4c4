// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// swift-format-ignore-file

import AWSMobileClient
import Foundation

// "State tracking", "Token fetch and refresh", "Initialization" and "Drop-In Auth", as they are written there.

extension Screen {
    func trackState() {
        AWSMobileClient.default().addUserStateListener(self) { (userState, info) in
                    switch (userState) {
                    case .guest:
                        print("user is in guest mode.")
                    case .signedOut:
                        print("user signed out")
                    case .signedIn:
                        print("user is signed in.")
                    case .signedOutUserPoolsTokenInvalid:
                        print("need to login again.")
                    case .signedOutFederatedTokensInvalid:
                        print("user logged in via federation, but currently needs new tokens")
                    default:
                        print("unsupported")
                    }
                }
    }

    func signInAgain() {
        AWSMobileClient.default().addUserStateListener(self) { (userState, info) in

                    switch (userState) {
                    case .signedOut:
                        // user clicked signout button and signedout
                        print("user signed out")
                    case .signedOutUserPoolsTokenInvalid:
                        print("need to login again.")
                        AWSMobileClient.default().signIn(username: "username", password: "password", completionHandler: { (res, err) in
                            //...
                        });
                        //Alternatively call .showSignIn()
                    default:
                        print("unsupported")
                    }
        }
    }

    func releaseWait() {
        AWSMobileClient.default().releaseSignInWait()
    }

    func initialize() {
        AWSMobileClient.default().initialize { (userState, error) in
            if let userState = userState {
                print("UserState: \(userState.rawValue)")
            } else if let error = error {
                print("error: \(error.localizedDescription)")
            }
        }
    }

    func initializeWorkflow() {
        AWSMobileClient.default().initialize { (userState, error) in
            if let userState = userState {
                switch(userState){
                case .signedIn:
                        DispatchQueue.main.async {
                            self.signInStateLabel.text = "Logged In"
                    }
                case .signedOut:
                    AWSMobileClient.default().showSignIn(navigationController: self.navigationController!, { (userState, error) in
                            if(error == nil){       //Successful signin
                                DispatchQueue.main.async {
                                    self.signInStateLabel.text = "Logged In"
                                }
                            }
                        })
                default:
                    AWSMobileClient.default().signOut()
                }

            } else if let error = error {
                print(error.localizedDescription)
            }
        }
    }

    func showSignIn() {
        AWSMobileClient.default().showSignIn(navigationController: self.navigationController!, { (signInState, error) in
            if let signInState = signInState {
                print("Sign in flow completed: \(signInState)")
            } else if let error = error {
                print("error logging in: \(error.localizedDescription)")
            }
        })
    }

    func showCustomSignIn() {
        AWSMobileClient.default()
            .showSignIn(navigationController: self.navigationController!,
                             signInUIOptions: SignInUIOptions(
                                   canCancel: false,
                                   logoImage: UIImage(named: "MyCustomLogo"),
                                    backgroundColor: UIColor.black)) { (result, err) in
                                    //handle results and errors
        }
    }
}
