// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns the factors with which a user can sign in.
    package func adminGetUserAuthFactors(
        _ request: AdminGetUserAuthFactorsRequest
    ) async throws(ServiceFault) -> AdminGetUserAuthFactorsResponse {
        let (user, passkeys, pool) = try await records.read { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            return (user, try store.passkeys(ofUser: user.sub, inPool: pool.id), pool)
        }
        let factors = UserFactorList(user)
        return AdminGetUserAuthFactorsResponse(
            username: user.username, preferredMfaSetting: factors.preferred, userMFASettingList: factors.enabled,
            configuredUserAuthFactors: UserFactorList.configured(for: user, with: passkeys, in: pool))
    }
}
