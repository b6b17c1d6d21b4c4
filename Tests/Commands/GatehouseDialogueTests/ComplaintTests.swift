// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseWire
import Testing

@testable import GatehouseDialogue

/// The texts of errors, and the program's exit status.
@Suite struct ComplaintTests {
    @Test func `an error of the service is printed with the service's text`() {
        let error = AuthError.service("The code is wrong.", "Let the user …", AWSCognitoAuthError.codeMismatch)
        let words = Complaint(error)
        #expect(words.text == "The code is wrong." && words.status == .failed)
        #expect(words.cure.hasPrefix("Enter the code again."))
    }

    @Test(arguments: [
        AuthError.service("m", "Let the user start again"), .service("m", "See the underlying error"),
        .service("m", "Let the user choose another name", AWSCognitoAuthError.usernameExists),
        .service("m", "See what the user pool's trigger logged", AWSCognitoAuthError.lambda),
        .service("m", "Call resetPassword", AWSCognitoAuthError.passwordResetRequired),
        .notAuthorized("m", "Check whether the user may do this"), .signedOut("m", "Call signIn first"),
        .sessionExpired("m", "Let the user sign in again"), .invalidState("m", "Finish it with confirmSignIn."),
        .validation("password", "m", "Give a value for password."),
    ])
    func `no suggestion for the programmer of an app is shown to a person`(error: AuthError) {
        let words = Complaint(error)
        #expect(words.cure != error.recoverySuggestion)
        for word in ["user ", "Call", "confirmSignIn", "underlying", "trigger"] {
            #expect(!words.cure.contains(word), "\(words.cure)")
        }
    }

    @Test func `a suggestion about the configuration is shown, because the person names the file`() {
        #expect(Complaint(AuthError.configuration("m", "Correct auth.endpoint")).cure == "Correct auth.endpoint")
    }

    @Test func `a step that the program has no question for is a failure`() {
        let words = Complaint(UnknownStep(name: "newStep"))
        #expect(words.text.contains("newStep") && words.status == .failed)
    }

    @Test func `a server that cannot be reached has a status of its own`() {
        let fault = ServiceFault(TransportError(.unreachable), of: "GetCallerIdentity at http://localhost:9229")
        let lost = AuthError.service("m", "", AWSCognitoAuthError.network)
        #expect(Complaint(lost).status == .unreachable)
        #expect(Complaint(fault).status == .unreachable)
        #expect(Complaint(fault).text.hasPrefix("GetCallerIdentity at http://localhost:9229 failed"))
    }
}
