// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
package import GatehouseWire

extension SecurityTokensService {
    /// The lifetimes of credentials of users, in seconds.
    enum UserLifetime {
        /// The longest one; the service allows 129,600.
        static let longest = 43_200
        /// The longest one for the holder of an administration key, as for an account's root user.
        static let ofAdministrator = 3_600
    }

    /// Issues temporary credentials with the permissions of the user who signs.
    /// - Throws: `AccessDenied` for a caller with temporary credentials.
    package func getSessionToken(
        _ request: GetSessionTokenRequest
    ) async throws(ServiceFault) -> GetSessionTokenResponse {
        let user = try signingUser(calling: "GetSessionToken", as: .session)
        return GetSessionTokenResponse(
            credentials: try tokens.vendor.vend(
                for: .user(user), lifetime: Self.lifetime(request.durationSeconds, of: user)))
    }

    /// The user who signed with an access key, as the holder of temporary credentials.
    /// - Throws: `MissingAuthenticationToken`, and `AccessDenied` for sessions of roles and users.
    func signingUser(
        calling operation: String, as kind: UserSession.Kind
    ) throws(ServiceFault) -> UserSession {
        let principal = context.principal
        switch principal {
        case .anonymous: throw .stsMissingAuthentication
        case .role: throw .sessionsMayNotCall(operation, as: tokens.authority.arn(of: principal))
        case .user(let user):
            guard user.kind == .key else { throw .sessionsMayNotCall(operation, as: user.arn) }
            return UserSession(kind, userName: user.userName, arn: user.arn, id: user.id)
        case .administrator(let accessKeyID):
            return UserSession(
                kind, userName: User.administratorName, arn: tokens.authority.arn(of: context.principal),
                id: PrincipalID.user(accessKeyID: accessKeyID, by: tokens.sealer), isAdministrator: true)
        }
    }

    /// The lifetime of a user's credentials in seconds: the requested one or twelve hours, and never more than allowed.
    static func lifetime(_ requested: Int?, of user: UserSession) -> TimeInterval {
        let longest = user.isAdministrator ? UserLifetime.ofAdministrator : UserLifetime.longest
        return TimeInterval(min(requested ?? UserLifetime.longest, longest))
    }
}
