// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns a job with its progress.
    package func describeUserImportJob(
        _ request: DescribeUserImportJobRequest
    ) async throws(ServiceFault) -> DescribeUserImportJobResponse {
        let job = try await records.read { try $0.existingImportJob(request.jobId, inPool: request.userPoolId) }
        return DescribeUserImportJobResponse(userImportJob: pools.uploadURLs.description(of: job, at: pools.clock.now))
    }
}
