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
