// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

@testable import AWSMobileClient

/// Apps log and compare the numbers of errors, so the position of a case never changes.
@Suite struct ErrorNumberTests {
    private static let errors: [AWSMobileClientError] = [
        .aliasExists(message: "m"), .codeDeliveryFailure(message: "m"), .codeMismatch(message: "m"),
        .expiredCode(message: "m"), .groupExists(message: "m"), .internalError(message: "m"),
        .invalidLambdaResponse(message: "m"), .invalidOAuthFlow(message: "m"), .invalidParameter(message: "m"),
        .invalidPassword(message: "m"), .invalidUserPoolConfiguration(message: "m"), .limitExceeded(message: "m"),
        .mfaMethodNotFound(message: "m"), .notAuthorized(message: "m"), .passwordResetRequired(message: "m"),
        .resourceNotFound(message: "m"), .scopeDoesNotExist(message: "m"), .softwareTokenMFANotFound(message: "m"),
        .tooManyFailedAttempts(message: "m"), .tooManyRequests(message: "m"), .unexpectedLambda(message: "m"),
        .userLambdaValidation(message: "m"), .userNotConfirmed(message: "m"), .userNotFound(message: "m"),
        .usernameExists(message: "m"), .unknown(message: "m"), .notSignedIn(message: "m"),
        .identityIdUnavailable(message: "m"), .guestAccessNotAllowed(message: "m"),
        .federationProviderExists(message: "m"), .cognitoIdentityPoolNotConfigured(message: "m"),
        .unableToSignIn(message: "m"), .invalidState(message: "m"), .userPoolNotConfigured(message: "m"),
        .userCancelledSignIn(message: "m"), .badRequest(message: "m"), .expiredRefreshToken(message: "m"),
        .errorLoadingPage(message: "m"), .securityFailed(message: "m"), .idTokenNotIssued(message: "m"),
        .idTokenAndAcceessTokenNotIssued(message: "m"), .invalidConfiguration(message: "m"),
        .deviceNotRemembered(message: "m"),
    ]

    @Test(arguments: errors.indices)
    func `an error's code as an NSError is the position of its case`(position: Int) {
        let error = Self.errors[position] as NSError
        #expect(error.code == position)
        #expect(error.domain == "AWSMobileClient.AWSMobileClientError")
    }

    @Test(arguments: errors.indices)
    func `an error has Foundation's text, so that an app can decide on its own`(position: Int) {
        let text = Self.errors[position].localizedDescription
        #expect(text.hasSuffix(" (AWSMobileClient.AWSMobileClientError error \(position).)"))
        #if os(Linux)
        #expect(text.hasPrefix("The operation could not be completed."))
        #endif
        #expect(!(Self.errors[position] as any Error is any LocalizedError))
    }

    @Test(arguments: errors) func `an error has its message`(error: AWSMobileClientError) {
        #expect(error.message == "m")
    }

    @Test func `there are 43 cases`() {
        #expect(Self.errors.count == 43)
    }
}

@Suite struct ServiceFaultTests {
    @Test(
        arguments: [
            "AliasExistsException": 0, "CodeDeliveryFailureException": 1, "CodeMismatchException": 2,
            "ExpiredCodeException": 3, "GroupExistsException": 4, "InternalErrorException": 5,
            "InvalidLambdaResponseException": 6, "InvalidOAuthFlowException": 7, "InvalidParameterException": 8,
            "InvalidPasswordException": 9, "InvalidUserPoolConfigurationException": 10,
            "LimitExceededException": 11, "MFAMethodNotFoundException": 12, "NotAuthorizedException": 13,
            "PasswordResetRequiredException": 14, "ResourceNotFoundException": 15, "ScopeDoesNotExistException": 16,
            "SoftwareTokenMFANotFoundException": 17, "TooManyFailedAttemptsException": 18,
            "TooManyRequestsException": 19, "UnexpectedLambdaException": 20, "UserLambdaValidationException": 21,
            "UserNotConfirmedException": 22, "UserNotFoundException": 23, "UsernameExistsException": 24,
        ])
    func `a fault of the user pool has its case and its message`(name: String, number: Int) {
        let error = AWSMobileClientError(ServiceFault(.init(rawValue: name), "The reason."))
        #expect((error as NSError).code == number)
        #expect(error.message == "The reason.")
    }

    @Test(arguments: ["ThrottlingException", "EnableSoftwareTokenMFAException", "Surprise"])
    func `another fault is unknown, with its name`(name: String) {
        let error = AWSMobileClientError(ServiceFault(.init(rawValue: name), "The reason."))
        #expect("\(error)" == #"unknown(message: "\#(name): The reason.")"#)
    }

    @Test func `a fault without a message gets one`() {
        let error = AWSMobileClientError(ServiceFault("NotAuthorizedException", ""))
        #expect((error as NSError).code == 13)
        #expect(error.message == "The service gave no reason (NotAuthorizedException).")
    }
}
