// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Returns the user of an access token, with the attributes that the client may read.
    package func getUser(_ request: GetUserRequest) async throws(ServiceFault) -> GetUserResponse {
        let (user, client) = try await callers.authorizedUser(request.accessToken)
        let factors = UserFactorList(user)
        return GetUserResponse(
            username: user.username,
            userAttributes: UserAttributes.listed(user).filter { $0.name == "sub" || client.mayRead($0.name) },
            mfaOptions: factors.legacyOptions, preferredMfaSetting: factors.preferred,
            userMFASettingList: factors.enabled)
    }
}
