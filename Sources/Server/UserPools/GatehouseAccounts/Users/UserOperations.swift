// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
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

    /// Removes the user of an access token with all their data.
    package func deleteUser(_ request: DeleteUserRequest) async throws(ServiceFault) {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        try await records.write { try $0.deleteUser(user.sub, inPool: user.poolID) }
    }
}

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

    /// Enables a user, who can then sign in again.
    package func adminEnableUser(
        _ request: AdminEnableUserRequest
    ) async throws(ServiceFault) -> AdminEnableUserResponse {
        let now = clock.now
        _ = try await records.write { store in
            try store.changeUser(request.username, inPool: request.userPoolId, at: now) { $0.isEnabled = true }
        }
        return AdminEnableUserResponse()
    }

    /// Disables a user: the user can no longer sign in, and all their tokens are revoked.
    package func adminDisableUser(
        _ request: AdminDisableUserRequest
    ) async throws(ServiceFault) -> AdminDisableUserResponse {
        let now = clock.now
        try await records.write { store in
            let user = try store.changeUser(request.username, inPool: request.userPoolId, at: now) {
                $0.isEnabled = false
            }
            try store.revokeTokenFamilies(ofUser: user.sub, inPool: user.poolID, at: now)
            try store.deleteBrowserSessions(ofUser: user.sub, inPool: user.poolID)
        }
        return AdminDisableUserResponse()
    }

    /// Removes a user with all their data.
    package func adminDeleteUser(_ request: AdminDeleteUserRequest) async throws(ServiceFault) {
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            try store.deleteUser(user.sub, inPool: pool.id)
        }
    }
}

extension UserType {
    /// Creates the form of a user that `ListUsers` and `AdminCreateUser` return.
    package init(_ user: UserRecord, onlyAttributes: Set<String>? = nil) {
        let attributes = UserAttributes.listed(user)
        self.init(
            username: user.username,
            attributes: onlyAttributes.map { wanted in attributes.filter { wanted.contains($0.name) } } ?? attributes,
            userCreateDate: user.createdAt,
            userLastModifiedDate: user.modifiedAt,
            enabled: user.isEnabled,
            userStatus: user.status)
    }
}
