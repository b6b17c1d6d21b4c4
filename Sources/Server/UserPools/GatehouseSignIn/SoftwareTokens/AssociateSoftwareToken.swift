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
            try await pools.write { store in
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
