// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire
import Testing

@Suite struct ServiceFaultTests {
    private struct Leak: Error, CustomStringConvertible {
        let description = "the secret"
    }

    @Test func `no description shows the cause`() {
        let fault = ServiceFault(.userNotFound, "No user", members: ["a": "b"], cause: Leak())
        #expect("\(fault)" == "UserNotFoundException: No user")
        var dumped = ""
        dump(fault, to: &dumped)
        for text in [String(reflecting: fault), dumped] { #expect(!text.contains("the secret")) }
    }

    @Test func `equality ignores the cause and nothing else`() {
        let fault = ServiceFault(.codeMismatch, "m")
        #expect(fault == ServiceFault(.codeMismatch, "m", cause: Leak()))
        #expect(fault != ServiceFault(.codeMismatch, "n"))
        #expect(fault != ServiceFault(.expiredCode, "m"))
        #expect(fault != ServiceFault(.codeMismatch, "m", origin: .transport))
        #expect(fault != ServiceFault(.codeMismatch, "m", members: ["a": 1]))
    }

    @Test(
        arguments: [
            (.notAuthorized, 400), (.accessDenied, 400), (.internalError, 500), (.internalServer, 500),
            (.queryAccessDenied, 403), (.idpRejectedClaim, 403), (.expiredToken, 400), ("Whatever", 400),
        ] as [(ServiceFault.Code, Int)])
    func `codes have their statuses`(code: ServiceFault.Code, status: Int) {
        #expect(code.httpStatus == status)
    }

    @Test func `codes keep the names of the wire`() {
        #expect(ServiceFault.Code.mfaMethodNotFound.rawValue == "MFAMethodNotFoundException")
        #expect(ServiceFault.Code.idpCommunicationError.rawValue == "IDPCommunicationError")
    }
}
