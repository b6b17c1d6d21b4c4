// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@testable import GatehousePages

@Suite("The messages of the pages")
struct PageMessageTests {
    private func text(_ code: ServiceFault.Code, _ message: String) -> String {
        PageMessage.fault(ServiceFault(code, message)).text(in: .english)
    }

    @Test("do not tell an unknown user from a wrong password")
    func unknownUser() {
        #expect(
            text("UserNotFoundException", "User does not exist.")
                == text("NotAuthorizedException", "Incorrect username or password."))
        #expect(text("UserNotFoundException", "Username/client id combination not found.").contains("Incorrect"))
    }

    @Test("have the errors of triggers as they are")
    func triggers() {
        let message = "PreSignUp failed with error Only for members."
        #expect(text("UserLambdaValidationException", message) == message)
    }

    @Test("do not have the details of the server's faults")
    func internalFault() {
        #expect(text("InternalErrorException", "SQLite error 11") == PageTexts.english.errors.failed)
    }

    @Test(
        "are in the language of the page for the faults of the contract",
        arguments: [
            ("NotAuthorizedException", "Password attempts exceeded"), ("NotAuthorizedException", "User is disabled."),
            ("NotAuthorizedException", "Invalid session for the user, session is expired."),
            ("CodeMismatchException", "Invalid verification code provided, please try again."),
            ("ExpiredCodeException", "Invalid code provided, please request a code again."),
            ("ExpiredCodeException", "Your software token has already been used once."),
            ("UsernameExistsException", "User already exists"), ("LimitExceededException", "Attempt limit exceeded"),
            ("InvalidPasswordException", "Password did not conform with policy: Password not long enough"),
            ("InvalidParameterException", "Invalid email address format."),
            ("WebAuthnOriginNotAllowedException", "Origin not allowed"),
        ])
    func translated(code: String, message: String) {
        let fault = PageMessage.fault(ServiceFault(ServiceFault.Code(rawValue: code), message))
        let texts = PageTexts.languages.map { fault.text(in: PageTexts(in: $0)) }
        #expect(Set(texts).count == PageTexts.languages.count)
        #expect(!texts.contains(message))
    }
}
