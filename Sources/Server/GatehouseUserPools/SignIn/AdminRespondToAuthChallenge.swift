// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseWire

extension UserPoolsService {
    /// Answers an open challenge for a back end with AWS credentials.
    package func adminRespondToAuthChallenge(
        _ request: AdminRespondToAuthChallengeRequest
    ) async throws(ServiceFault) -> AdminRespondToAuthChallengeResponse {
        let client = try await pools.read { try $0.existingClient(request.clientId, inPool: request.userPoolId) }
        let answer = RespondToAuthChallengeRequest(
            clientId: client.id, challengeName: request.challengeName, session: request.session,
            challengeResponses: request.challengeResponses, clientMetadata: request.clientMetadata)
        return AdminRespondToAuthChallengeResponse(
            try await answerChallenge(answer, saying: .backEnd(request.contextData)))
    }
}
