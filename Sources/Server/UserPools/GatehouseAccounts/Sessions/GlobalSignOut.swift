// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Revokes every refresh and access token of the user, for all clients.
    package func globalSignOut(_ request: GlobalSignOutRequest) async throws(ServiceFault) -> GlobalSignOutResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let now = clock.now
        try await records.write { try $0.revokeTokenFamilies(ofUser: user.sub, inPool: user.poolID, at: now) }
        return GlobalSignOutResponse()
    }
}
