// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseWire

extension SecurityTokens {
    /// The user name of the principal of administration keys.
    static let administratorName = "administrator"

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
                arn: "arn:aws:iam::\(account):user/\(Self.administratorName)"
            )
        case .role(let session):
            return try identity(of: session)
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
