// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseSites
import GatehouseWire
import Testing

@testable import GatehouseServices

/// What a call of a sign-in is for the metrics.
@Suite struct SignInResultTests {
    private func outcome(_ operation: String, _ output: any WireStructure) -> Outcome {
        var outcome = Outcome(JSONAnswer.success(output), operation: operation)
        outcome.output = output
        return outcome
    }

    @Test func `an answer with tokens is a sign-in and one without is a challenge, for each call of a sign-in`() {
        for (tokens, expected) in [
            (AuthenticationResultType(accessToken: "a"), "signed_in"), (nil, "challenged"),
        ] as [(AuthenticationResultType?, String)] {
            let answers: [(String, any WireStructure)] = [
                ("InitiateAuth", InitiateAuthResponse(authenticationResult: tokens)),
                ("AdminInitiateAuth", AdminInitiateAuthResponse(authenticationResult: tokens)),
                ("RespondToAuthChallenge", RespondToAuthChallengeResponse(authenticationResult: tokens)),
                ("AdminRespondToAuthChallenge", AdminRespondToAuthChallengeResponse(authenticationResult: tokens)),
                ("GetTokensFromRefreshToken", GetTokensFromRefreshTokenResponse(authenticationResult: tokens)),
            ]
            for (operation, answer) in answers {
                #expect(SignInResult(outcome(operation, answer))?.result == expected, "\(operation)")
            }
        }
        #expect(SignInResult(outcome("GetUser", NoOutput())) == nil)
    }

    @Test func `the step is the flow that the operation reads, of two in one document`() throws {
        let text = #"{"AuthFlow":"CUSTOM_AUTH","AuthFlow":"USER_SRP_AUTH"}"#
        var call = outcome("InitiateAuth", InitiateAuthResponse())
        call.input = .document(try WireDocument(json: Array(text.utf8)))
        #expect(SignInResult(call)?.step == "USER_SRP_AUTH")
    }
}
