// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseWire

extension UserPoolsService {
    /// Answers an open challenge.
    package func respondToAuthChallenge(
        _ request: RespondToAuthChallengeRequest
    ) async throws(ServiceFault) -> RespondToAuthChallengeResponse {
        let answer: SignInAnswer
        switch request.challengeName {
        case .passwordVerifier:
            answer = try await answerPasswordVerifier(request)
        case .newPasswordRequired:
            answer = try await answerNewPasswordRequired(request)
        default:
            throw .notBuilt("RespondToAuthChallenge with \(request.challengeName.rawValue)")
        }
        return RespondToAuthChallengeResponse(answer)
    }
}
