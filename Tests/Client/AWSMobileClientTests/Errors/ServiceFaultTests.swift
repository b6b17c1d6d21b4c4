// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

@testable import AWSMobileClient

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
