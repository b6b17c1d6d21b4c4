// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseSites
import GatehouseWire

/// A step of a sign-in and its result, for metrics.
///
/// Both are from closed lists: an unknown flow or challenge becomes `unknown`.
struct SignInResult: Hashable {
    let step: String
    let result: String

    /// Creates the result of a call; `nil` for a call that is not part of a sign-in.
    init?(_ outcome: Outcome) {
        switch outcome.operation {
        case "InitiateAuth", "AdminInitiateAuth":
            step = Self.known(outcome.input?["AuthFlow"], in: AuthFlowType.allValues.map(\.rawValue))
        case "RespondToAuthChallenge", "AdminRespondToAuthChallenge":
            step = Self.known(outcome.input?["ChallengeName"], in: ChallengeNameType.allValues.map(\.rawValue))
        case "GetTokensFromRefreshToken": step = AuthFlowType.refreshTokenAuth.rawValue
        default: return nil
        }
        guard outcome.code == "OK" else {
            result = outcome.code
            return
        }
        let tokens = outcome.output?["AuthenticationResult"]
        result = tokens == nil || tokens?.isNull == true ? "challenged" : "signed_in"
    }

    private static func known(_ value: WireValue?, in list: [String]) -> String {
        guard let text = value?.stringValue, let known = list.first(where: { $0.utf8.elementsEqual(text.utf8) }) else {
            return Label.unknown
        }
        return known
    }
}
