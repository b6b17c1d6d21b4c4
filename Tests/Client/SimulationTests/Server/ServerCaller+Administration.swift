// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// Calls of an administrator.
extension ServerCaller {
    func administer(_ call: ServerCall, _ user: String) async throws -> ServerAnswer {
        let pool = landscape.pool.id
        switch call {
        case .adminSignOut:
            _ = try await service.adminUserGlobalSignOut(
                AdminUserGlobalSignOutRequest(userPoolId: pool, username: user))
        case .adminDisable:
            _ = try await service.adminDisableUser(AdminDisableUserRequest(userPoolId: pool, username: user))
        case .adminEnable:
            _ = try await service.adminEnableUser(AdminEnableUserRequest(userPoolId: pool, username: user))
        case .adminDelete: try await service.adminDeleteUser(AdminDeleteUserRequest(userPoolId: pool, username: user))
        case .adminConfirm:
            _ = try await service.adminConfirmSignUp(AdminConfirmSignUpRequest(userPoolId: pool, username: user))
        case .adminResetPassword:
            _ = try await service.adminResetUserPassword(
                AdminResetUserPasswordRequest(userPoolId: pool, username: user))
        case .adminSetPassword(let password):
            _ = try await service.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: pool, username: user, password: password, permanent: true))
        case .adminLook: return try await look(user)
        default: break
        }
        return .done
    }

    private func look(_ user: String) async throws -> ServerAnswer {
        do {
            let seen = try await service.adminGetUser(
                AdminGetUserRequest(userPoolId: landscape.pool.id, username: user))
            let status: Account.Status =
                switch seen.userStatus {
                case .unconfirmed: .unconfirmed
                case .resetRequired: .mustReset
                default: .confirmed
                }
            return .seen(status, isEnabled: seen.enabled ?? false)
        } catch {
            guard error.code == .userNotFound else { throw error }
            return .seen(.absent, isEnabled: true)
        }
    }
}

/// Imports of users.
extension ServerCaller {
    /// The number of rows of one step, so that each job takes several.
    private static let rows = 2

    func importUsers(_ call: ServerCall) async throws -> ServerAnswer {
        switch call {
        case .startImport(let file):
            let pool = landscape.pool.id
            let job = try await service.createUserImportJob(
                CreateUserImportJobRequest(
                    jobName: "import", userPoolId: pool,
                    cloudWatchLogsRoleArn: "arn:aws:iam::123456789012:role/logs")
            ).userImportJob
            guard let id = job?.jobId, let address = job?.preSignedUrl else {
                throw ServiceFault(.internalError, "The job has no address.")
            }
            try await service.upload(file.file(landscape.importColumns), to: address)
            _ = try await service.startUserImportJob(StartUserImportJobRequest(userPoolId: pool, jobId: id))
            return .importing(jobID: id)
        case .advanceImports:
            let runner = service.installation.userPools.importRunner
            for run in try await runner.importRuns() { _ = try await runner.advance(run, rows: Self.rows) }
        default: break
        }
        return .done
    }
}
