// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseServerCrypto
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

/// The names of a principal: its ARN, account and unique id.
struct CallerIdentity: Equatable {
    let arn: String
    let account: String
    let userID: String

    /// Names a principal; `nil` for an unsigned request.
    /// - Throws: `UnrecognizedClientException` for the session of a role that has no ARN.
    init?(of principal: Principal, in deployment: Deployment, by sealer: Sealer) throws(ServiceFault) {
        switch principal {
        case .anonymous: return nil
        case .administrator(let accessKeyID):
            account = deployment.accountID
            arn = "arn:aws:iam::\(account):user/\(User.administratorName)"
            userID = PrincipalID.user(accessKeyID: accessKeyID, by: sealer)
        case .role(let session):
            guard let role = RoleARN(session.roleARN) else { throw .invalidSecurityToken }
            account = role.account
            arn = role.sessionARN(named: session.name)
            userID = "\(session.roleID):\(session.name)"
        case .user(let user):
            account = deployment.accountID
            arn = user.arn
            userID = user.id
        }
    }
}
