// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSCognitoAuthPlugin
package import Amplify

extension AuthError {
    /// What the person at the terminal can do about the error; empty if that is nothing.
    ///
    /// The recovery suggestions of the library are for the programmers of apps. Those about the configuration are for
    /// the person, too, who names the file.
    var advice: String {
        switch self {
        case .configuration: recoverySuggestion
        case .notAuthorized: "Check what you have entered."
        case .validation: "Enter another value."
        case .signedOut: "Sign in first."
        case .sessionExpired: "Sign out, and sign in again."
        case .service: cause?.advice ?? ""
        case .invalidState, .unknown: ""
        }
    }
}

extension AWSCognitoAuthError {
    fileprivate var advice: String {
        switch self {
        case .userNotFound: "Check the user name, or sign up."
        case .userNotConfirmed: "Confirm the account with the code that was sent."
        case .usernameExists: "Choose another name, or sign in."
        case .aliasExists: "Enter another address or number."
        case .codeDelivery: "Check the address or number."
        case .codeMismatch, .softwareTokenMFANotEnabled:
            "Enter the code again. If no code of an authenticator app is right, set the clock of its device."
        case .codeExpired: "Ask for another code, or wait for the next one of the authenticator app."
        case .invalidParameter: "Correct the value that the message names."
        case .invalidPassword: "Choose another password."
        case .limitExceeded, .limitExceededException, .failedAttemptsLimitExceeded, .requestLimitExceeded:
            "Wait before you try again."
        case .mfaMethodNotFound: "Set up a second factor first."
        case .passwordResetRequired: "Reset the password."
        case .resourceNotFound: "Check the ids and the address of the server in the configuration file."
        case .deviceNotTracked: "Remember the device first."
        case .userCancelled: "Start again."
        case .invalidAccountTypeException: "Name a configuration file with an identity pool."
        case .network: "Check the connection and try again."
        case .externalServiceException: "Try again later."
        case .resourceConflictException: "Sign in as the user of that login."
        case .webAuthnChallengeNotFound, .webAuthnClientMismatch: "Begin with the passkey again."
        case .webAuthnNotSupported: "Use another passkey."
        case .webAuthnNotEnabled, .webAuthnOriginNotAllowed, .webAuthnRelyingPartyMismatch,
            .webAuthnConfigurationMissing:
            "Sign in without a passkey."
        case .lambda, .errorLoadingUI, .smsRole, .emailRole: ""
        }
    }
}

extension AuthError {
    /// Whether another answer to the same question can help.
    package var allowsAnotherAnswer: Bool {
        switch self {
        case .service, .validation: true
        case .configuration, .unknown, .notAuthorized, .invalidState, .signedOut, .sessionExpired: false
        }
    }

    /// Whether another password can help, where the service says no more than that the present one is not accepted.
    package var allowsAnotherPassword: Bool {
        if case .notAuthorized = self { true } else { false }
    }

    /// The reason of the service's refusal, if it has a name.
    package var cause: AWSCognitoAuthError? { underlyingError as? AWSCognitoAuthError }
}
