// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a user with all attributes.
    package func adminGetUser(_ request: AdminGetUserRequest) async throws(ServiceFault) -> AdminGetUserResponse {
        let user = try await records.read { store in
            try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
        }
        let factors = UserFactorList(user)
        return AdminGetUserResponse(
            username: user.username,
            userAttributes: UserAttributes.listed(user),
            userCreateDate: user.createdAt,
            userLastModifiedDate: user.modifiedAt,
            enabled: user.isEnabled,
            userStatus: user.status,
            mfaOptions: factors.legacyOptions,
            preferredMfaSetting: factors.preferred,
            userMFASettingList: factors.enabled)
    }
}
