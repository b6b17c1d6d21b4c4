// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseWire
import Testing

@Suite struct AnswerReadingTests {
    @Test func `a missing member gets its default`() throws {
        let answer = try SignUpResponse(answer: [:], form: .json)
        #expect(answer == SignUpResponse(userConfirmed: false, userSub: ""))
    }

    @Test func `unknown enumeration values are kept`() throws {
        let answer = try InitiateAuthResponse(answer: ["ChallengeName": "RIDDLE"], form: .json)
        #expect(answer.challengeName == ChallengeNameType(rawValue: "RIDDLE"))
    }

    @Test func `constraints do not bind answers`() throws {
        let attributes: WireValue = [["Name": .string(String(repeating: "n", count: 99)), "Value": "v"]]
        let answer = try GetUserResponse(answer: ["Username": "", "UserAttributes": attributes], form: .json)
        #expect(answer.userAttributes.first?.value == "v")
    }

    @Test func `a wrong type makes the answer garbled`() {
        let fault = #expect(throws: ServiceFault.self) {
            try InitiateAuthResponse(answer: ["AuthenticationResult": "x"], form: .json)
        }
        #expect(fault?.origin == .garbled)
    }

    @Test func `documents keep their structure, also when sent as text`() throws {
        let credential: WireValue = ["id": "x", "response": ["a": [1, true]]]
        for sent in [credential, .string(String(decoding: credential.json(), as: UTF8.self))] {
            let request = try CompleteWebAuthnRegistrationRequest(
                validating: ["AccessToken": "a.b.c", "Credential": sent], for: .cognitoIdentityProvider)
            #expect(request.credential == credential)
        }
    }

    @Test func `times and bytes travel as JSON demands`() throws {
        let request = SetUICustomizationRequest(userPoolId: "eu_1", imageFile: Data([1, 2, 255]))
        #expect(request.wireValue(in: .json) == ["UserPoolId": "eu_1", "ImageFile": "AQL/"])
        #expect(try SetUICustomizationRequest(answer: request.wireValue(in: .json), form: .json) == request)
        let device = DeviceType(deviceCreateDate: Date(timeIntervalSince1970: 1.5))
        #expect(device.wireValue(in: .json) == ["DeviceCreateDate": 1.5])
    }

    @Test func `structures with secrets print nothing but their name`() {
        let request = SignUpRequest(clientId: "c", username: "u", password: "hunter2")
        var dumped = ""
        dump(request, to: &dumped)
        for text in ["\(request)", String(reflecting: request), "\([request])", "\(Optional(request) as Any)", dumped] {
            #expect(text.contains("SignUpRequest"))
            #expect(!text.contains("hunter2"))
        }
    }
}
