// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Creates the secret for a user's authenticator app.
    ///
    /// A second call replaces the secret that is being set up; a verified secret stays valid until the new one is
    /// verified.
    package func associateSoftwareToken(
        _ request: AssociateSoftwareTokenRequest
    ) async throws(ServiceFault) -> AssociateSoftwareTokenResponse {
        switch try TokenBearer(accessToken: request.accessToken, session: request.session) {
        case .session(let session): return try await associateSoftwareToken(session: session)
        case .user(let accessToken):
            let (user, _) = try await pools.callers.authorizedUser(accessToken)
            let draw = pools.softwareTokens.draw(for: user)
            try await records.write { store in
                guard try store.existingPool(user.poolID).mfa.allowed.contains(.softwareToken) else {
                    throw ServiceFault.noSoftwareTokens
                }
                var user = try store.present(user)
                user.mfa.pendingSecret = draw.sealed
                try store.update(user)
            }
            return AssociateSoftwareTokenResponse(secretCode: draw.secretCode)
        }
    }
}

/// The credential of a user who sets up a software token: an access token, or the session of a sign-in.
enum TokenBearer: Sendable {
    /// The access token of a signed-in user.
    case user(String)
    /// The session string of an open `MFA_SETUP`.
    case session(String)

    /// - Throws: `InvalidParameterException` unless exactly one of the two is present.
    init(accessToken: String?, session: String?) throws(ServiceFault) {
        switch (accessToken, session) {
        case (let token?, nil): self = .user(token)
        case (nil, let session?): self = .session(session)
        default: throw .invalidParameter("Either AccessToken or Session must be given, and not both.")
        }
    }
}
