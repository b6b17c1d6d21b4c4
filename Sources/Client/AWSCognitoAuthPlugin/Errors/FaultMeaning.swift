// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import CognitoShapes
import GatehouseWire

/// The meaning of a service's fault for an app.
enum FaultMeaning {
    case notAuthorized
    case unknown
    case configuration
    case service
    case because(AWSCognitoAuthError)

    /// The recovery suggestion for a service's error without a more specific one.
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

    func error(for fault: ServiceFault, in call: FaultReading) -> AuthError {
        switch self {
        case .notAuthorized:
            .notAuthorized(fault.message, "Check the credentials, and whether the user may do this")
        case .unknown: .unknown(fault.message)
        case .configuration: .configuration(fault.message, "Check the pool's settings")
        case .service: .service(fault.message, Self.advice)
        case .because(let cause):
            .service(
                fault.message.isEmpty ? cause.errorDescription ?? "" : fault.message,
                Self.isOfApp(fault.code, in: call) ? Self.clockAdvice : cause.suggestion,
                cause
            )
        }
    }

    /// The recovery suggestion for a wrong code of an authenticator app.
    static let clockAdvice =
        "Let the user enter the code again; if no code of the app is right, set the clock of its device"

    /// Whether a fault reports a wrong code of an authenticator app.
    ///
    /// At the set-up of an app the code has no cause of its own in this API.
    private static func isOfApp(_ code: ServiceFault.Code, in call: FaultReading) -> Bool {
        code == .enableSoftwareTokenMFA || (code == .codeMismatch && call == .appCode)
    }

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

extension ServiceFault.Code {
    /// The faults beside the table's that the operations behind the calls declare.
    static let modelled: Set<ServiceFault.Code> = [
        .unauthorized, .unsupportedOperation, .unsupportedTokenType, .refreshTokenReuse, .operationNotEnabled,
        .featureUnavailableInTier, .userPoolAddOnNotEnabled, .developerUserAlreadyRegistered,
        .deviceKeyExists,
    ]
}

/// The context in which a service's fault is converted to an error.
enum FaultReading: CaseIterable {
    /// A call of the user pool.
    case userPool
    /// A call of the user pool for a change of the password or a code for an attribute: an error that is neither a
    /// fault nor a lost connection becomes an error of the configuration.
    case accountSecret
    /// A sign-in; only its calls of the identity pool have limits.
    case signIn
    /// An answer to a sign-in that waits for a code of an authenticator app.
    case appCode
    /// The session, as far as the identity pool has issued it.
    case session
    /// A sign-out or deletion.
    case leaving

    /// The fault as this API's error.
    func error(for fault: ServiceFault) -> AuthError {
        if let meaning = FaultMeaning(fault.code, in: self) {
            return meaning.error(for: fault, in: self)
        }
        if unlistedIsOfService, ServiceFault.Code.modelled.contains(fault.code) {
            return .service(fault.message, FaultMeaning.advice, fault)
        }
        return .unknown(fault.message, fault)
    }

    /// A response that is not the service's, as this API's error.
    func error(forGarbled fault: ServiceFault) -> AuthError {
        switch self {
        case .accountSecret:
            .configuration(fault.message, "Check that the configured endpoint belongs to a user pool", fault)
        case .userPool, .signIn, .appCode, .session, .leaving: .unknown(fault.message, fault)
        }
    }

    /// Whether `LimitExceededException` comes from the identity pool.
    var isLimitOfIdentityPool: Bool {
        switch self {
        case .signIn, .appCode, .session: true
        case .userPool, .accountSecret, .leaving: false
        }
    }

    private var unlistedIsOfService: Bool {
        switch self {
        case .session, .leaving: true
        case .userPool, .accountSecret, .signIn, .appCode: false
        }
    }
}
