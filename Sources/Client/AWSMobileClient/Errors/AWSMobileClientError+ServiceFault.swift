// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

extension AWSMobileClientError {
    /// The error of an operation of the user pool.
    init(_ fault: ServiceFault) {
        guard let meaning = Self.meanings[fault.code] else {
            self = .unknown(message: "\(fault.code.rawValue): \(fault.message)")
            return
        }
        self = meaning(fault.message.isEmpty ? "The service gave no reason (\(fault.code.rawValue))." : fault.message)
    }

    private static let meanings: [ServiceFault.Code: @Sendable (String) -> AWSMobileClientError] = [
        .aliasExists: { .aliasExists(message: $0) },
        .codeDeliveryFailure: { .codeDeliveryFailure(message: $0) },
        .codeMismatch: { .codeMismatch(message: $0) },
        .expiredCode: { .expiredCode(message: $0) },
        .groupExists: { .groupExists(message: $0) },
        .internalError: { .internalError(message: $0) },
        .invalidLambdaResponse: { .invalidLambdaResponse(message: $0) },
        .invalidOAuthFlow: { .invalidOAuthFlow(message: $0) },
        .invalidParameter: { .invalidParameter(message: $0) },
        .invalidPassword: { .invalidPassword(message: $0) },
        .invalidUserPoolConfiguration: { .invalidUserPoolConfiguration(message: $0) },
        .limitExceeded: { .limitExceeded(message: $0) },
        .mfaMethodNotFound: { .mfaMethodNotFound(message: $0) },
        .notAuthorized: { .notAuthorized(message: $0) },
        .passwordResetRequired: { .passwordResetRequired(message: $0) },
        .resourceNotFound: { .resourceNotFound(message: $0) },
        .scopeDoesNotExist: { .scopeDoesNotExist(message: $0) },
        .softwareTokenMFANotFound: { .softwareTokenMFANotFound(message: $0) },
        .tooManyFailedAttempts: { .tooManyFailedAttempts(message: $0) },
        .tooManyRequests: { .tooManyRequests(message: $0) },
        .unexpectedLambda: { .unexpectedLambda(message: $0) },
        .userLambdaValidation: { .userLambdaValidation(message: $0) },
        .userNotConfirmed: { .userNotConfirmed(message: $0) },
        .userNotFound: { .userNotFound(message: $0) },
        .usernameExists: { .usernameExists(message: $0) },
    ]
}
