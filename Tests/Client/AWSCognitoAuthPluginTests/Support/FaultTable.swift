// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseWire
import Testing

@testable import AWSCognitoAuthPlugin

/// The app's error for each exception that the services' models declare for the operations behind its calls.
enum FaultTable {
    /// A service error with a cause of its own; the cause of `LimitExceededException` depends on the pool.
    static let causes: [String: AWSCognitoAuthError] = [
        "UserNotFoundException": .userNotFound, "UserNotConfirmedException": .userNotConfirmed,
        "UsernameExistsException": .usernameExists, "AliasExistsException": .aliasExists,
        "CodeMismatchException": .codeMismatch, "ExpiredCodeException": .codeExpired,
        "CodeDeliveryFailureException": .codeDelivery, "InvalidParameterException": .invalidParameter,
        "InvalidPasswordException": .invalidPassword, "PasswordHistoryPolicyViolationException": .invalidPassword,
        "PasswordResetRequiredException": .passwordResetRequired,
        "TooManyRequestsException": .requestLimitExceeded,
        "TooManyFailedAttemptsException": .failedAttemptsLimitExceeded,
        "MFAMethodNotFoundException": .mfaMethodNotFound,
        "SoftwareTokenMFANotFoundException": .softwareTokenMFANotEnabled,
        "EnableSoftwareTokenMFAException": .softwareTokenMFANotEnabled,
        "ResourceNotFoundException": .resourceNotFound, "InvalidLambdaResponseException": .lambda,
        "UnexpectedLambdaException": .lambda, "UserLambdaValidationException": .lambda,
        "InvalidEmailRoleAccessPolicyException": .emailRole, "InvalidSmsRoleAccessPolicyException": .smsRole,
        "InvalidSmsRoleTrustRelationshipException": .smsRole,
        "ExternalServiceException": .externalServiceException,
        "ResourceConflictException": .resourceConflictException,
        "WebAuthnChallengeNotFoundException": .webAuthnChallengeNotFound,
        "WebAuthnClientMismatchException": .webAuthnClientMismatch,
        "WebAuthnCredentialNotSupportedException": .webAuthnNotSupported,
        "WebAuthnNotEnabledException": .webAuthnNotEnabled,
        "WebAuthnOriginNotAllowedException": .webAuthnOriginNotAllowed,
        "WebAuthnRelyingPartyMismatchException": .webAuthnRelyingPartyMismatch,
        "WebAuthnConfigurationMissingException": .webAuthnConfigurationMissing,
    ]

    /// The case of the error, for exceptions without a cause.
    static let cases = [
        "NotAuthorizedException": "notAuthorized", "InternalErrorException": "unknown",
        "InvalidUserPoolConfigurationException": "configuration",
        "InvalidIdentityPoolConfigurationException": "configuration", "ForbiddenException": "service",
        "ConcurrentModificationException": "service",
    ]

    /// The exceptions without a cause of the API, which are the underlying error themselves.
    static let others: Set<String> = [
        "UnauthorizedException", "UnsupportedOperationException", "UnsupportedTokenTypeException",
        "RefreshTokenReuseException", "OperationNotEnabledException", "FeatureUnavailableInTierException",
        "DeviceKeyExistsException",
    ]

    /// All of them.
    static let exceptions = Set(causes.keys).union(cases.keys).union(others).union(["LimitExceededException"])

    /// The defect in the error that an exception became; `nil` if there is none.
    static func flaw(of error: AuthError, from exception: String, _ reading: FaultReading) -> String? {
        let fault = error.underlyingError as? ServiceFault
        if let cause = cause(of: exception, reading) {
            return error == .anyService && error.cause == cause ? nil : "is not a service error caused by \(cause)"
        }
        if let name = cases[exception] {
            return error.name == name && error.underlyingError == nil ? nil : "is not \(name) without a cause"
        }
        guard others.contains(exception) else { return "is not in the table" }
        let name = reading == .session || reading == .leaving ? "service" : "unknown"
        return error.name == name && fault?.code.rawValue == exception ? nil : "is not \(name) caused by itself"
    }

    private static func cause(of exception: String, _ reading: FaultReading) -> AWSCognitoAuthError? {
        if exception != "LimitExceededException" { return causes[exception] }
        return [.signIn, .appCode, .session].contains(reading) ? .limitExceededException : .limitExceeded
    }
}

/// The exceptions that the services' models declare.
enum DeclaredExceptions {
    /// The names of the exceptions of each operation of the user pools' and the identity pools' models.
    static func byOperation() throws -> [String: [String]] {
        try ["cognito-idp", "cognito-identity"].reduce(into: [:]) { result, model in
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let json = try WireValue(json: Data(contentsOf: root.appending(path: "Models/\(model).json")))
            for (name, operation) in try #require(json["operations"]?.objectValue) {
                result[name.text] = (operation["errors"]?.arrayValue ?? []).compactMap { $0["shape"]?.stringValue }
            }
        }
    }
}
