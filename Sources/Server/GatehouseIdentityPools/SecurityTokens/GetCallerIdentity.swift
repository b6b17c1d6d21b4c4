// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseAccess
import GatehouseCore
package import GatehouseWire

extension SecurityTokens {
    /// Returns the principal that signed the request.
    ///
    /// No permission is needed.
    /// - Throws: `MissingAuthenticationToken` for an unsigned request.
    package func getCallerIdentity(
        _ request: GetCallerIdentityRequest
    ) async throws(ServiceFault) -> GetCallerIdentityResponse {
        switch context.principal {
        case .anonymous:
            throw ServiceFault(.queryMissingAuthenticationToken, "Request is missing Authentication Token")
        case .administrator(let accessKeyID):
            let account = pools.deployment.accountID
            return GetCallerIdentityResponse(
                userId: PrincipalID.user(accessKeyID: accessKeyID, by: pools.sealer), account: account,
                arn: "arn:aws:iam::\(account):user/\(User.administratorName)"
            )
        case .role(let session):
            return try identity(of: session)
        case .user(let user):
            return GetCallerIdentityResponse(userId: user.id, account: pools.deployment.accountID, arn: user.arn)
        }
    }

    private func identity(of session: RoleSession) throws(ServiceFault) -> GetCallerIdentityResponse {
        guard let role = RoleARN(session.roleARN) else { throw .invalidSecurityToken }
        return GetCallerIdentityResponse(
            userId: "\(session.roleID):\(session.name)", account: role.account,
            arn: role.sessionARN(named: session.name)
        )
    }
}
