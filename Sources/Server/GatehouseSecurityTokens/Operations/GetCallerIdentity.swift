// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseWire

extension SecurityTokensService {
    /// Returns the principal that signed the request.
    ///
    /// No permission is needed.
    /// - Throws: `MissingAuthenticationToken` for an unsigned request.
    package func getCallerIdentity(
        _ request: GetCallerIdentityRequest
    ) async throws(ServiceFault) -> GetCallerIdentityResponse {
        let identity = try CallerIdentity(of: context.principal, in: tokens.deployment, by: tokens.sealer)
        guard let identity else {
            throw ServiceFault(.queryMissingAuthenticationToken, "Request is missing Authentication Token")
        }
        return GetCallerIdentityResponse(userId: identity.userID, account: identity.account, arn: identity.arn)
    }
}
