// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// The calls with which an administrator imports users.
extension PoolFixture {
    func makeJob(hashing: PasswordHashingAlgorithmType? = nil) async throws -> UserImportJobType {
        try await gatehouse.makeImportJob(inPool: poolID, hashing: hashing)
    }

    @discardableResult
    func start(_ job: UserImportJobType) async throws -> UserImportJobType {
        try Self.required(
            try await administrator.startUserImportJob(
                StartUserImportJobRequest(userPoolId: poolID, jobId: job.jobId ?? "")
            ).userImportJob)
    }

    @discardableResult
    func stop(_ job: UserImportJobType) async throws -> UserImportJobType {
        try Self.required(
            try await administrator.stopUserImportJob(
                StopUserImportJobRequest(userPoolId: poolID, jobId: job.jobId ?? "")
            ).userImportJob)
    }

    @discardableResult
    func upload(_ file: String, to job: UserImportJobType) async throws -> TestResponse {
        try await gatehouse.upload(file, to: job)
    }

    func file(_ rows: [[String: String]]) async throws -> String {
        try await gatehouse.importFile(rows, forPool: poolID)
    }

    /// A job that was started with a file of such rows.
    func startedJob(
        _ rows: [[String: String]], hashing: PasswordHashingAlgorithmType? = nil
    ) async throws -> UserImportJobType {
        try await gatehouse.startImport(of: rows, intoPool: poolID, hashing: hashing)
    }

    /// The stored names of all users.
    func usernames() async throws -> Set<String> {
        var names: Set<String> = []
        var token: String?
        repeat {
            let page = try await administrator.listUsers(
                ListUsersRequest(userPoolId: poolID, paginationToken: token))
            names.formUnion((page.users ?? []).compactMap(\.username))
            token = page.paginationToken
        } while token != nil
        return names
    }

    /// The same pool behind a server that was started anew.
    func restarted() throws -> PoolFixture {
        PoolFixture(gatehouse: try gatehouse.restarted(), poolID: poolID, client: client)
    }
}

extension UserImportJobType {
    /// Imported, skipped and failed.
    var counts: [Int64?] { [importedUsers, skippedUsers, failedUsers] }
}
