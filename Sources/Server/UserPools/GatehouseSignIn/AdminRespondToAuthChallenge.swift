// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Answers a challenge for a back end with AWS credentials.
    package func adminRespondToAuthChallenge(
        _ request: AdminRespondToAuthChallengeRequest
    ) async throws(ServiceFault) -> AdminRespondToAuthChallengeResponse {
        let answer = RespondToAuthChallengeRequest(
            clientId: request.clientId, challengeName: request.challengeName, session: request.session,
            challengeResponses: request.challengeResponses, clientMetadata: request.clientMetadata)
        return try AdminRespondToAuthChallengeResponse(
            await answerChallenge(
                answer, context: .backEnd(request.contextData, poolID: request.userPoolId)))
    }
}
