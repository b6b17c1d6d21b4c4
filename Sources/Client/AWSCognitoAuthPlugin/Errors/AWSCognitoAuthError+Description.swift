// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

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
