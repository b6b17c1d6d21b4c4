// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// The reason of a refusal by the service: the cause of an `AuthError.service`.
public enum AWSCognitoAuthError: Error {
    /// There is no such user.
    case userNotFound
    /// The user has not confirmed the sign-up.
    case userNotConfirmed
    /// The name is taken.
    case usernameExists
    /// The e-mail address or telephone number is another user's alias.
    case aliasExists
    /// The code could not be delivered.
    case codeDelivery
    /// The code is wrong.
    case codeMismatch
    /// The code has expired.
    case codeExpired
    /// A parameter is not acceptable.
    case invalidParameter
    /// The password does not meet the pool's policy.
    case invalidPassword
    /// A limit of the user pool was reached.
    case limitExceeded
    /// The user has no such second factor.
    case mfaMethodNotFound
    /// TOTP is not enabled.
    case softwareTokenMFANotEnabled
    /// The password must be reset first.
    case passwordResetRequired
    /// The pool, the client or the device does not exist.
    case resourceNotFound
    /// Too many wrong attempts.
    case failedAttemptsLimitExceeded
    /// Too many requests.
    case requestLimitExceeded
    /// A trigger refused or failed.
    case lambda
    /// The device is not tracked.
    case deviceNotTracked
    /// The hosted pages could not be shown.
    case errorLoadingUI
    /// The user cancelled.
    case userCancelled
    /// The session has no AWS credentials, because there is no identity pool or it admits no guests.
    case invalidAccountTypeException
    /// There is no connection to the service.
    case network
    /// The pool's role for SMS does not work.
    case smsRole
    /// The pool's role for e-mail does not work.
    case emailRole
    /// An external service failed.
    case externalServiceException
    /// A limit of the identity pool was reached.
    case limitExceededException
    /// The login belongs to another identity.
    case resourceConflictException
    /// The passkey's challenge is not known.
    case webAuthnChallengeNotFound
    /// The app client is not the one that began with the passkey.
    case webAuthnClientMismatch
    /// The passkey is of a kind that is not supported.
    case webAuthnNotSupported
    /// Passkeys are not enabled.
    case webAuthnNotEnabled
    /// The passkey's origin is not allowed.
    case webAuthnOriginNotAllowed
    /// The passkey is for another relying party.
    case webAuthnRelyingPartyMismatch
    /// Passkeys are not set up.
    case webAuthnConfigurationMissing
}

extension AWSCognitoAuthError: LocalizedError {
    /// One sentence for a developer.
    public var errorDescription: String? {
        switch self {
        case .userNotFound: "There is no such user."
        case .userNotConfirmed: "The user has not confirmed the sign-up."
        case .usernameExists: "The user name is taken."
        case .aliasExists: "The address or number is another user's alias."
        case .codeDelivery: "The code could not be delivered."
        case .codeMismatch: "The code is wrong."
        case .codeExpired: "The code has expired."
        case .invalidParameter: "A parameter is not acceptable."
        case .invalidPassword: "The password does not meet the policy."
        case .limitExceeded: "A limit of the user pool was reached."
        case .mfaMethodNotFound: "The user has no such second factor."
        case .softwareTokenMFANotEnabled: "TOTP is not enabled."
        case .passwordResetRequired: "The password must be reset first."
        case .resourceNotFound: "The service does not have the requested resource."
        case .failedAttemptsLimitExceeded: "There were too many wrong attempts."
        case .requestLimitExceeded: "There were too many requests."
        case .lambda: "A trigger of the user pool refused or failed."
        case .deviceNotTracked: "The device is not tracked."
        case .errorLoadingUI: "The hosted pages could not be shown."
        case .userCancelled: "The user cancelled."
        case .invalidAccountTypeException: "The session has no AWS credentials."
        case .network: "There is no connection to the service."
        case .smsRole: "The user pool's role for SMS does not work."
        case .emailRole: "The user pool's role for e-mail does not work."
        case .externalServiceException: "An external service failed."
        case .limitExceededException: "A limit of the identity pool was reached."
        case .resourceConflictException: "The login belongs to another identity."
        case .webAuthnChallengeNotFound: "The passkey's challenge is not known."
        case .webAuthnClientMismatch: "The app client is not the one that began with the passkey."
        case .webAuthnNotSupported: "The passkey is of a kind that is not supported."
        case .webAuthnNotEnabled: "Passkeys are not enabled."
        case .webAuthnOriginNotAllowed: "The passkey's origin is not allowed."
        case .webAuthnRelyingPartyMismatch: "The passkey is for another relying party."
        case .webAuthnConfigurationMissing: "Passkeys are not set up."
        }
    }
}

extension AWSCognitoAuthError {
    /// A recovery suggestion: one sentence for a developer.
    var suggestion: String {
        switch self {
        case .userNotFound: "Check the user name, or sign the user up"
        case .userNotConfirmed: "Let the user enter the code with confirmSignUp, or send another one"
        case .usernameExists: "Let the user choose another name, or sign in"
        case .aliasExists: "Use another address or number, or confirm with forceAliasCreation to take it over"
        case .codeDelivery: "Check the address or number, and how the user pool sends messages"
        case .codeMismatch: "Let the user enter the code again"
        case .codeExpired: "Ask for another code, or wait for the next one of the authenticator app"
        case .invalidParameter: "Correct the parameter that the message names"
        case .invalidPassword: "Let the user choose a password that meets the user pool's policy"
        case .limitExceeded, .limitExceededException: "Wait before trying again, or have the limit raised"
        case .mfaMethodNotFound: "Set a second factor up for the user, or enable one in the user pool"
        case .softwareTokenMFANotEnabled: "Enable TOTP in the user pool, and set it up for the user"
        case .passwordResetRequired: "Call resetPassword"
        case .resourceNotFound: "Check the ids and the endpoint in the configuration"
        case .failedAttemptsLimitExceeded, .requestLimitExceeded: "Wait before trying again"
        case .lambda: "See what the user pool's trigger logged"
        case .deviceNotTracked: "Remember the device first, and enable that in the user pool"
        case .errorLoadingUI: "Check the presentation anchor, or provide a presenter"
        case .userCancelled: "Let the user start again"
        case .invalidAccountTypeException: "Configure an identity pool, and allow guests in it if they are wanted"
        case .network: "Check the connection and try again"
        case .smsRole: "Check the role with which the user pool sends SMS"
        case .emailRole: "Check the role with which the user pool sends e-mail"
        case .externalServiceException: "Try again later, and check the service that the pool depends on"
        case .resourceConflictException: "Use the identity that the login belongs to, or unlink the login there"
        case .webAuthnChallengeNotFound: "Begin with the passkey again"
        case .webAuthnClientMismatch: "Finish with the app client that began"
        case .webAuthnNotSupported: "Use a passkey of another kind"
        case .webAuthnNotEnabled: "Enable passkeys in the user pool"
        case .webAuthnOriginNotAllowed: "Use an origin that belongs to the relying party"
        case .webAuthnRelyingPartyMismatch: "Use a passkey that was made for the user pool's relying party"
        case .webAuthnConfigurationMissing: "Set the relying party up in the user pool"
        }
    }
}
