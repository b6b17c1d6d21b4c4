// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import CognitoShapes
import GatehouseWire

/// What a fault that the table has means to an app.
enum FaultMeaning {
    case notAuthorized
    case unknown
    case configuration
    case service
    case because(AWSCognitoAuthError)

    /// What to do about an error of a service, when there is nothing special to say.
    static let advice = "See the underlying error and the service's message"

    /// Looks the fault's name up; `nil` if the table does not have it.
    init?(_ code: ServiceFault.Code, in call: FaultReading) {
        if code == .limitExceeded {
            self = .because(call.isLimitOfIdentityPool ? .limitExceededException : .limitExceeded)
            return
        }
        guard let meaning = Self.table[code] else { return nil }
        self = meaning
    }

    func error(for fault: ServiceFault) -> AuthError {
        switch self {
        case .notAuthorized:
            .notAuthorized(fault.message, "Check the credentials, and whether the user may do this")
        case .unknown: .unknown(fault.message)
        case .configuration: .configuration(fault.message, "Check the pool's settings")
        case .service: .service(fault.message, Self.advice)
        case .because(let cause):
            .service(
                fault.message.isEmpty ? cause.errorDescription ?? "" : fault.message,
                Self.cures[fault.code] ?? cause.suggestion,
                cause
            )
        }
    }

    /// What to do about faults that share their cause with others.
    ///
    /// A wrong code at the set-up of a TOTP app has no cause of its own in this API.
    private static let cures: [ServiceFault.Code: String] = [
        .enableSoftwareTokenMFA: AWSCognitoAuthError.codeMismatch.suggestion
    ]

    private static let table: [ServiceFault.Code: FaultMeaning] = [
        .notAuthorized: .notAuthorized, .internalError: .unknown,
        .invalidUserPoolConfiguration: .configuration, .invalidIdentityPoolConfiguration: .configuration,
        .forbidden: .service, .concurrentModification: .service,
        .userNotFound: .because(.userNotFound), .userNotConfirmed: .because(.userNotConfirmed),
        .usernameExists: .because(.usernameExists), .aliasExists: .because(.aliasExists),
        .codeMismatch: .because(.codeMismatch), .expiredCode: .because(.codeExpired),
        .codeDeliveryFailure: .because(.codeDelivery),
        .invalidParameter: .because(.invalidParameter), .invalidPassword: .because(.invalidPassword),
        .passwordHistoryPolicyViolation: .because(.invalidPassword),
        .passwordResetRequired: .because(.passwordResetRequired),
        .tooManyRequests: .because(.requestLimitExceeded),
        .tooManyFailedAttempts: .because(.failedAttemptsLimitExceeded),
        .mfaMethodNotFound: .because(.mfaMethodNotFound),
        .softwareTokenMFANotFound: .because(.softwareTokenMFANotEnabled),
        .enableSoftwareTokenMFA: .because(.softwareTokenMFANotEnabled),
        .resourceNotFound: .because(.resourceNotFound),
        .invalidLambdaResponse: .because(.lambda), .unexpectedLambda: .because(.lambda),
        .userLambdaValidation: .because(.lambda),
        .invalidEmailRoleAccessPolicy: .because(.emailRole),
        .invalidSmsRoleAccessPolicy: .because(.smsRole), .invalidSmsRoleTrustRelationship: .because(.smsRole),
        .externalService: .because(.externalServiceException),
        .resourceConflict: .because(.resourceConflictException),
        .webAuthnChallengeNotFound: .because(.webAuthnChallengeNotFound),
        .webAuthnClientMismatch: .because(.webAuthnClientMismatch),
        .webAuthnCredentialNotSupported: .because(.webAuthnNotSupported),
        .webAuthnNotEnabled: .because(.webAuthnNotEnabled),
        .webAuthnOriginNotAllowed: .because(.webAuthnOriginNotAllowed),
        .webAuthnRelyingPartyMismatch: .because(.webAuthnRelyingPartyMismatch),
        .webAuthnConfigurationMissing: .because(.webAuthnConfigurationMissing),
    ]
}
