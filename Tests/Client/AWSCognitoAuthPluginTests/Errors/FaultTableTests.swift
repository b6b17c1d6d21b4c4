// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession
import GatehouseWire
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct FaultTableTests {
    @Test(arguments: FaultTable.causes.keys.sorted())
    func `an exception of the table is a service error with its cause, in every call`(name: String) throws {
        let cause = try #require(FaultTable.causes[name])
        for call in FaultReading.allCases {
            let error = Self.error(name, call)
            #expect(error == .anyService)
            #expect(error.cause == cause)
            #expect(error.errorDescription == "what the service said")
            let isOfApp =
                name == "EnableSoftwareTokenMFAException" || (name == "CodeMismatchException" && call == .appCode)
            #expect(error.recoverySuggestion == (isOfApp ? FaultMeaning.clockAdvice : cause.suggestion))
            #expect(cause.suggestion != cause.errorDescription)
        }
    }

    @Test func `an error without a message from the service has the description of its cause`() {
        let fault = ServiceFault("CodeMismatchException", "")
        let error = AuthError(.service(fault), from: .userPool)
        #expect(error.errorDescription == AWSCognitoAuthError.codeMismatch.errorDescription)
    }

    @Test(arguments: FaultTable.cases.keys.sorted())
    func `these exceptions have no underlying error`(name: String) {
        for call in FaultReading.allCases {
            let error = Self.error(name, call)
            #expect(error.name == FaultTable.cases[name])
            #expect(error.underlyingError == nil)
            #expect(error.errorDescription == "what the service said")
        }
    }

    @Test(arguments: [
        (FaultReading.userPool, AWSCognitoAuthError.limitExceeded), (.accountSecret, .limitExceeded),
        (.leaving, .limitExceeded),
        (.signIn, .limitExceededException), (.session, .limitExceededException),
    ])
    func `the cause of a limit error depends on the pool that the call goes to`(
        call: FaultReading, cause: AWSCognitoAuthError
    ) {
        #expect(Self.error("LimitExceededException", call).cause == cause)
    }

    @Test(arguments: [
        (FaultReading.userPool, "unknown"), (.accountSecret, "unknown"), (.signIn, "unknown"), (.session, "service"),
        (.leaving, "service"),
    ])
    func `a known exception outside the table keeps itself as cause`(call: FaultReading, errorCase: String) {
        let error = Self.error("UnsupportedTokenTypeException", call)
        #expect(error.name == errorCase)
        #expect(error.underlyingError as? ServiceFault == Self.fault("UnsupportedTokenTypeException"))
    }

    @Test(arguments: FaultReading.allCases)
    func `an unknown exception is an unknown error with itself as cause`(call: FaultReading) {
        let error = Self.error("BrandNewException", call)
        #expect(error.name == "unknown")
        #expect(error.underlyingError is ServiceFault)
    }

    private static func fault(_ name: String) -> ServiceFault {
        ServiceFault(ServiceFault.Code(rawValue: name), "what the service said")
    }

    private static func error(_ name: String, _ call: FaultReading) -> AuthError {
        AuthError(.service(fault(name)), from: call)
    }
}
