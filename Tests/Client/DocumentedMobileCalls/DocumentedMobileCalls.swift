// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Dispatch
import Foundation

/// An app that makes the calls of `AWSMobileClient`'s documentation as they are written there, on the main thread.
///
/// Each line of the input is a call with its argument, if it has one. `Scripts/documented_calls.py` writes them, and
/// compares their output with the documentation.
@main
struct DocumentedMobileCalls {
    static func main() {
        setvbuf(stdout, nil, _IOLBF, 0)
        let screen = Screen()
        Thread.detachNewThread {
            while let line = readLine() {
                let words = line.split(separator: " ", maxSplits: 1).map(String.init)
                guard let call = words.first.flatMap(Call.init) else { exit(64) }
                DispatchQueue.main.async { call.run(on: screen, words.last ?? "") }
            }
            exit(0)
        }
        dispatchMain()
    }
}

/// The calls, by the words that select them.
enum Call: String {
    case trackState, signInAgain, releaseWait, initialize, initializeWorkflow, showSignIn, showCustomSignIn
    case signUp, signUpWithAttributes, confirmSignUp, resendSignUpCode, signIn, confirmSignIn
    case signInForNewPassword, confirmNewPassword, signOut, signOutGlobally, forgotPassword, confirmForgotPassword
    case readProperties, getTokens, getCredentials
    case federate, federateSAML, federateSAMLWithRole, federateDeveloper
    case showHostedUI, showGoogle, showFacebook, signOutOfHostedUI, showAuth0, openURL
    case signInWithChallenge, answerChallenge
    case rememberDevice, doNotRememberDevice, forgetDevice, getDevice, listDevices
    case useDropIn, readState, changeNickname

    func run(on screen: Screen, _ argument: String) {
        switch self {
        case .trackState: screen.trackState()
        case .signInAgain: screen.signInAgain()
        case .releaseWait: screen.releaseWait()
        case .initialize: screen.initialize()
        case .initializeWorkflow: screen.initializeWorkflow()
        case .showSignIn: screen.showSignIn()
        case .showCustomSignIn: screen.showCustomSignIn()
        case .signUp: screen.signUp()
        case .signUpWithAttributes: screen.signUpWithAttributes()
        case .confirmSignUp:
            screen.signUpCodeTextField.text = argument
            screen.confirmSignUp()
        case .resendSignUpCode: screen.resendSignUpCode()
        case .signIn: screen.signIn()
        case .confirmSignIn: screen.confirmSignIn()
        case .signInForNewPassword: screen.signInForNewPassword()
        case .confirmNewPassword: screen.confirmNewPassword()
        case .signOut: screen.signOut()
        case .signOutGlobally: screen.signOutGlobally()
        case .forgotPassword: screen.forgotPassword()
        case .confirmForgotPassword: screen.confirmForgotPassword()
        case .readProperties: screen.readProperties()
        case .getTokens: screen.getTokens()
        case .getCredentials: screen.getCredentials()
        case .federate: screen.federate()
        case .federateSAML: screen.federateSAML()
        case .federateSAMLWithRole: screen.federateSAMLWithRole()
        case .federateDeveloper: screen.federateDeveloper(argument)
        case .showHostedUI: screen.showHostedUI()
        case .showGoogle: screen.showGoogle()
        case .showFacebook: screen.showFacebook()
        case .signOutOfHostedUI: screen.signOutOfHostedUI()
        case .showAuth0: screen.showAuth0()
        case .openURL: screen.openURL(argument)
        case .signInWithChallenge: screen.signInWithChallenge(argument)
        case .answerChallenge: screen.answerChallenge()
        case .rememberDevice: screen.rememberDevice()
        case .doNotRememberDevice: screen.doNotRememberDevice()
        case .forgetDevice: screen.forgetDevice()
        case .getDevice: screen.getDevice()
        case .listDevices: screen.listDevices()
        case .useDropIn: AWSMobileClient.dropInSignInProvider = SignInForm()
        case .changeNickname:
            // After a change of attributes, the next call renews the tokens.
            AWSMobileClient.default().updateUserAttributes(attributeMap: ["nickname": "Johnny"]) { _, error in
                print(error.map { "\($0)" } ?? "Changed")
            }
        case .readState: print("State: \(AWSMobileClient.default().currentUserState.rawValue)")
        }
    }
}

/// The app's own sign-in screen, on which the user of the documentation signs in.
final class SignInForm: DropInSignInProvider {
    func presentSignIn(options: SignInUIOptions, completion: @escaping (String?, String?, Error?) -> Void) {
        AWSMobileClient.default().signIn(username: "your_username", password: "Abc@123!") { _, error in
            completion(nil, nil, error)
        }
    }
}
