// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Removes the user of an access token with all their data.
    package func deleteUser(_ request: DeleteUserRequest) async throws(ServiceFault) {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        try await records.write { try $0.deleteUser(user.sub, inPool: user.poolID) }
    }
}
