// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Starts a job with an uploaded file.
    package func startUserImportJob(
        _ request: StartUserImportJobRequest
    ) async throws(ServiceFault) -> StartUserImportJobResponse {
        let now = pools.clock.now
        let job = try await records.write { store in
            var job = try store.existingImportJob(request.jobId, inPool: request.userPoolId)
            let pool = try store.existingPool(request.userPoolId)
            guard !pool.autoVerifiedAttributes.isEmpty else {
                throw ServiceFault(
                    .preconditionNotMet,
                    "The user pool must have at least one auto-verified attribute: set AutoVerifiedAttributes.")
            }
            try job.start(at: now)
            guard try store.importRun(inPool: pool.id) == nil else {
                throw ServiceFault(.preconditionNotMet, "Another import job of this user pool is running.")
            }
            try store.update(job)
            try store.deleteImportChunks(of: job.run, exceptUpload: job.upload?.id)
            return job
        }
        return StartUserImportJobResponse(userImportJob: pools.uploadURLs.description(of: job, at: pools.clock.now))
    }
}
