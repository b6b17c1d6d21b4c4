// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseSession
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct AuthFlowTypeTests {
    @Test func `user auth is a value and a case with a payload`() {
        let value: AuthFlowType = .userAuth
        let withFactor: AuthFlowType = .userAuth(preferredFirstFactor: .emailOTP)
        #expect(value == .userAuth(preferredFirstFactor: nil))
        #expect(value != withFactor)
        #expect(AWSAuthSignInOptions(authFlowType: .userAuth).authFlowType == value)
    }

    @Test(arguments: [
        AuthFlowType.userSRP, .customWithSRP, .customWithoutSRP, .userPassword, .userAuth,
        .userAuth(preferredFirstFactor: .passwordSRP), .userAuth(preferredFirstFactor: .webAuthn),
    ])
    func `a flow survives being written and read`(flow: AuthFlowType) throws {
        let data = try JSONEncoder().encode([flow])
        #expect(try JSONDecoder().decode([AuthFlowType].self, from: data) == [flow])
    }

    @Test(arguments: [
        (#"{"type":"USER_SRP_AUTH"}"#, AuthFlowType.userSRP),
        (#"{"type":"CUSTOM_AUTH_WITH_SRP"}"#, .customWithSRP),
        (#"{"type":"CUSTOM_AUTH_WITHOUT_SRP"}"#, .customWithoutSRP),
        (#"{"type":"USER_PASSWORD_AUTH"}"#, .userPassword),
        (#"{"preferredFirstFactor":null,"type":"USER_AUTH"}"#, .userAuth),
        (#"{"preferredFirstFactor":"EMAIL_OTP","type":"USER_AUTH"}"#, .userAuth(preferredFirstFactor: .emailOTP)),
    ])
    func `a flow has the JSON of the original`(json: String, flow: AuthFlowType) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(flow), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(AuthFlowType.self, from: Data(json.utf8)) == flow)
    }

    @Test(arguments: [
        (#""userSRP""#, AuthFlowType.userSRP), (#""custom""#, .customWithSRP), (#""customWithSRP""#, .customWithSRP),
        (#""customWithoutSRP""#, .customWithoutSRP), (#""userPassword""#, .userPassword),
        (#"{"type":"CUSTOM_AUTH"}"#, .customWithSRP), (#"{"type":"USER_AUTH"}"#, .userAuth),
    ])
    func `a flow that another version of the original wrote is read`(json: String, flow: AuthFlowType) throws {
        #expect(try JSONDecoder().decode(AuthFlowType.self, from: Data(json.utf8)) == flow)
    }

    @Test(arguments: [
        #""USER_SRP_AUTH""#, #"{"type":"userSRP"}"#, "{}", "1",
        #"{"type":"USER_AUTH","preferredFirstFactor":"NOSE"}"#,
    ])
    func `a text that names no flow is refused`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AuthFlowType.self, from: Data(json.utf8)) }
    }

    @Test(arguments: [
        (AuthFlowType.userSRP, SignInFlow.userSRP), (.customWithSRP, .customWithSRP),
        (.customWithoutSRP, .customWithoutSRP), (.userPassword, .userPassword),
        (.userAuth, .userAuth(preferred: nil)),
        (.userAuth(preferredFirstFactor: .smsOTP), .userAuth(preferred: .smsOTP)),
    ])
    func `the engine knows each flow`(flow: AuthFlowType, engineFlow: SignInFlow) {
        #expect(flow.engineFlow == engineFlow)
    }
}

@Suite struct SignInOptionsTests {
    @Test func `without metadata an empty object is sent`() {
        #expect(AWSAuthSignInOptions().clientMetadata == [:])
    }

    @Test func `metadata is sent`() {
        #expect(AWSAuthSignInOptions(metadata: ["a": "1"]).clientMetadata == ["a": "1"])
    }

    @available(*, deprecated, message: "Tests what is deprecated")
    @Test func `validation data goes with metadata and wins`() {
        let options = AWSAuthSignInOptions(validationData: ["a": "2"], metadata: ["a": "1", "b": "1"])
        #expect(options.clientMetadata == ["a": "2", "b": "1"])
        #expect(options.validationData == ["a": "2"])
    }
}
