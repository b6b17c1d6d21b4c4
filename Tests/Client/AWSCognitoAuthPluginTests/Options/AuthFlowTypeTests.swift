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
        (AuthFlowType.userSRP, SignInFlow.userSRP), (.customWithSRP, .customWithSRP),
        (.customWithoutSRP, .customWithoutSRP), (.userPassword, .userPassword),
        (.userAuth, .userAuth(preferred: nil)),
        (.userAuth(preferredFirstFactor: .smsOTP), .userAuth(preferred: .smsOTP)),
    ])
    func `the engine knows each flow`(flow: AuthFlowType, engineFlow: SignInFlow) {
        #expect(flow.engineFlow == engineFlow)
    }
}
