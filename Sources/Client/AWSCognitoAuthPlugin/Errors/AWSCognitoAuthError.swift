// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
