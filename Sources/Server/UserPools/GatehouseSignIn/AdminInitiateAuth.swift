// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Begins a sign-in, or renews tokens, for a back end with AWS credentials.
    package func adminInitiateAuth(
        _ request: AdminInitiateAuthRequest
    ) async throws(ServiceFault) -> AdminInitiateAuthResponse {
        let flow = try SignInFlow(forAdministrators: request.authFlow)
        let client = try await records.read { try $0.existingClient(request.clientId, inPool: request.userPoolId) }
        // Refresh token rotation disables the refresh flow and has its own fault.
        guard client.allows(flow) || flow == .refresh && client.rotatesRefreshTokens else {
            throw .invalidParameter("Auth flow not enabled for this client")
        }
        return try AdminInitiateAuthResponse(
            await beginSignIn(
                flow, clientID: client.id, parameters: request.authParameters ?? [:], session: request.session,
                validationData: request.clientMetadata,
                context: .backEnd(request.contextData, poolID: request.userPoolId)))
    }
}
