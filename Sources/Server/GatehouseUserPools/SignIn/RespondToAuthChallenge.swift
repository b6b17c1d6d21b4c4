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
        RespondToAuthChallengeResponse(try await answerChallenge(request, saying: .app(request.userContextData)))
    }

    /// Takes the next step of a flow, whoever asks for it.
    func answerChallenge(
        _ request: RespondToAuthChallengeRequest, saying data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        switch request.challengeName {
        case .passwordVerifier:
            return try await answerPasswordVerifier(request, saying: data)
        case .newPasswordRequired:
            return try await answerNewPasswordRequired(request, saying: data)
        default:
            throw .notBuilt("RespondToAuthChallenge with \(request.challengeName.rawValue)")
        }
    }
}
