// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseSites
import GatehouseWire

extension SignInResult {
    /// Creates the result of a call; `nil` for a call that is not part of a sign-in.
    ///
    /// Step and result are from closed lists: an unknown flow or challenge becomes `unknown`.
    init?(_ outcome: Outcome) {
        let step: String
        switch outcome.operation {
        case "InitiateAuth", "AdminInitiateAuth":
            step = Self.known(outcome.input?["AuthFlow"], in: AuthFlowType.allValues.map(\.rawValue))
        case "RespondToAuthChallenge", "AdminRespondToAuthChallenge":
            step = Self.known(outcome.input?["ChallengeName"], in: ChallengeNameType.allValues.map(\.rawValue))
        case "GetTokensFromRefreshToken": step = AuthFlowType.refreshTokenAuth.rawValue
        default: return nil
        }
        let success = Self.hasTokens(outcome.output) ? "signed_in" : "challenged"
        self.init(step: step, result: outcome.code == "OK" ? success : outcome.code)
    }

    private static func hasTokens(_ output: (any WireStructure)?) -> Bool {
        switch output {
        case let output as InitiateAuthResponse: output.authenticationResult != nil
        case let output as RespondToAuthChallengeResponse: output.authenticationResult != nil
        case let output as GetTokensFromRefreshTokenResponse: output.authenticationResult != nil
        case let output as AdminInitiateAuthResponse: output.authenticationResult != nil
        case let output as AdminRespondToAuthChallengeResponse: output.authenticationResult != nil
        default: false
        }
    }

    private static func known(_ value: WireValue?, in list: [String]) -> String {
        guard let text = value?.stringValue, let known = list.first(where: { $0.utf8.elementsEqual(text.utf8) }) else {
            return Label.unknown
        }
        return known
    }
}
