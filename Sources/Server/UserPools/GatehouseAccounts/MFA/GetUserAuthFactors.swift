// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Returns the factors with which the user can sign in.
    package func getUserAuthFactors(
        _ request: GetUserAuthFactorsRequest
    ) async throws(ServiceFault) -> GetUserAuthFactorsResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let (pool, passkeys) = try await records.read { store in
            (try store.existingPool(user.poolID), try store.passkeys(ofUser: user.sub, inPool: user.poolID))
        }
        let factors = UserFactorList(user)
        return GetUserAuthFactorsResponse(
            username: user.username, preferredMfaSetting: factors.preferred, userMFASettingList: factors.enabled,
            configuredUserAuthFactors: UserFactorList.configured(for: user, with: passkeys, in: pool))
    }
}
