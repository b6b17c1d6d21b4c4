// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Revokes every refresh and access token of the user, for all clients.
    ///
    /// Browser sessions stay, as in Cognito, unless the server is configured to end them.
    package func globalSignOut(_ request: GlobalSignOutRequest) async throws(ServiceFault) -> GlobalSignOutResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let (now, sessionEnding) = (clock.now, sessionEnding)
        try await records.write { try sessionEnding.signOut(user, in: $0, at: now) }
        return GlobalSignOutResponse()
    }
}
