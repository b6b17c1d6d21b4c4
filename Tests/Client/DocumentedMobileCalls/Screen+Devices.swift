// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// swift-format-ignore-file

import AWSMobileClient
import Foundation

// "Customizing Authentication Flow" and "Using Device Features", as they are written there.

extension Screen {
    func signInWithChallenge(_ username: String) {
        AWSMobileClient.default().signIn(username: username, password: "dummyPassword") { (signInResult, error) in

            if let signInResult = signInResult {
                if (signInResult.signInState == .customChallenge) {
                    // Get challenge details from customer and then call confirmSignIn.
                }
            }

        }
    }

    func answerChallenge() {
        AWSMobileClient.default().confirmSignIn(challengeResponse: "<Challenge Response>",
                                                        completionHandler: { (signInResult, error) in
            if let error = error  {
                print("\(error.localizedDescription)")
            } else if let signInResult = signInResult {
                switch (signInResult.signInState) {
                case .signedIn:
                    print("User is signed in.")
                default:
                    print("\(signInResult.signInState.rawValue)")
                }
            }

        })
    }

    func rememberDevice() {
        AWSMobileClient.default().deviceOperations.updateStatus(remembered: true) { (result, error) in
            // ...
        }
    }

    func doNotRememberDevice() {
        AWSMobileClient.default().deviceOperations.updateStatus(remembered: false) { (result, error) in
            // ...
        }
    }

    func forgetDevice() {
        AWSMobileClient.default().deviceOperations.forget({ (error) in
            // ...
        })
    }

    func getDevice() {
        AWSMobileClient.default().deviceOperations.get { (device, error) in
            guard error == nil else {
                print(error!.localizedDescription)
                return
            }

            print(device!.createDate!)
            print(device!.deviceKey!)

        }
    }

    func listDevices() {
        AWSMobileClient.default().deviceOperations.list(limit: 60) { (result, error) in
            guard error == nil else {
                print(error!.localizedDescription)
                return
            }
            // Number of devices that are remembered
            print(result!.devices!.count)
        }
    }
}
