// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import Testing

@testable import GatehouseServices

@Suite struct AuthFlowScanTests {
    @Test(
        arguments: [
            (#"{"AuthFlow":"USER_SRP_AUTH","ClientId":"c"}"#, .userSrpAuth),
            (#"{"ClientId":"c","AuthFlow" : "REFRESH_TOKEN_AUTH"}"#, .refreshTokenAuth),
            (#"{"a":"AuthFlo","AuthFlow":"USER_PASSWORD_AUTH"}"#, .userPasswordAuth),
            (#"{"AuthFlow":"USER_PASSWORD_AUTH","AuthFlow":"USER_SRP_AUTH"}"#, .userPasswordAuth),
            (#"{"AuthFlow":"NO_SUCH_FLOW"}"#, AuthFlowType(rawValue: "NO_SUCH_FLOW")),
            (#"{"AuthFlow":"USER_SRP_AUTH_USER_SRP_AUTH_USER_SRP_AUTH"}"#, nil),
            (#"{"AuthFlows":"USER_SRP_AUTH"}"#, nil),
            (#"{"AuthFlow":USER_SRP_AUTH}"#, nil),
            (#"{"AuthFlow":"USER_SRP_AUTH"#, nil),
            (#"{"AuthFlow":""#, nil), (#"{"AuthFlow""#, nil), (#"{"AuthFlow"#, nil), ("\"", nil), ("", nil),
        ] as [(String, AuthFlowType?)])
    func `the flow in a body is found before the body is parsed`(body: String, flow: AuthFlowType?) {
        #expect(AuthFlowScan.flow(in: Data(body.utf8)) == flow)
        // A part of other data begins at another index than zero.
        #expect(AuthFlowScan.flow(in: Data("xx\(body)".utf8).dropFirst(2)) == flow)
    }
}
