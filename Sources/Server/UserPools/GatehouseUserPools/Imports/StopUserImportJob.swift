// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Stops a running job; the users that it has imported stay.
    package func stopUserImportJob(
        _ request: StopUserImportJobRequest
    ) async throws(ServiceFault) -> StopUserImportJobResponse {
        let now = pools.clock.now
        let job = try await records.write { store in
            var job = try store.existingImportJob(request.jobId, inPool: request.userPoolId)
            try job.stop(at: now)
            try store.update(job)
            return job
        }
        return StopUserImportJobResponse(userImportJob: pools.uploadURLs.description(of: job, at: pools.clock.now))
    }
}
