// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

extension World {
    /// Makes a user who must choose a password at the first sign-in.
    func makeTemporaryUser(_ name: String, password: String) async throws {
        _ = try await gatehouse.installation.userPools.service(for: gatehouse.administration).adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: pool,
                username: name,
                temporaryPassword: password,
                messageAction: .suppress
            )
        )
    }

    /// Opens one flow to the app beside the refresh, and no others.
    func allow(onlySRP: Bool) async throws {
        let flows: [ExplicitAuthFlowsType] = [
            onlySRP ? .allowUserSrpAuth : .allowUserPasswordAuth, .allowRefreshTokenAuth,
        ]
        _ = try await gatehouse.installation.userPools.service(for: gatehouse.administration).updateUserPoolClient(
            UpdateUserPoolClientRequest(userPoolId: pool, clientId: client.id, explicitAuthFlows: flows)
        )
    }

    /// Demands of a user to choose another password, and sends the code for it.
    func resetPassword(of name: String) async throws {
        _ = try await gatehouse.installation.userPools.service(for: gatehouse.administration).adminResetUserPassword(
            AdminResetUserPasswordRequest(userPoolId: pool, username: name)
        )
    }

    /// An attribute of a user, as an administrator sees it.
    func attribute(_ attribute: String, of name: String) async throws -> String? {
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let user = try await service.adminGetUser(AdminGetUserRequest(userPoolId: pool, username: name))
        return user.userAttributes?.first { $0.name == attribute }?.value
    }
}
