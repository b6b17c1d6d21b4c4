// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
