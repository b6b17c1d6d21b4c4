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
        let error = AuthError.service("The code is wrong.", "Enter it again", AWSCognitoAuthError.codeMismatch)
        let words = Complaint(error)
        #expect(words.text == "The code is wrong." && words.cure == "Enter it again" && words.status == .failed)
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
