// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
        let tokens = outcome.output?["AuthenticationResult"]
        let success = tokens == nil || tokens?.isNull == true ? "challenged" : "signed_in"
        self.init(step: step, result: outcome.code == "OK" ? success : outcome.code)
    }

    private static func known(_ value: WireValue?, in list: [String]) -> String {
        guard let text = value?.stringValue, let known = list.first(where: { $0.utf8.elementsEqual(text.utf8) }) else {
            return Label.unknown
        }
        return known
    }
}
