// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns a page of a pool's jobs, the newest first.
    package func listUserImportJobs(
        _ request: ListUserImportJobsRequest
    ) async throws(ServiceFault) -> ListUserImportJobsResponse {
        let poolID = request.userPoolId
        let (jobs, nextToken) = try await pools.records.page(
            of: "import-jobs|\(poolID)", token: request.paginationToken,
            limit: min(request.maxResults, Self.mostJobsOfAPage), position: \.id
        ) { store, after, limit in
            let pool = try store.existingPool(poolID)
            return try store.importJobs(ofPool: pool.id, after: after, limit: limit)
        }
        return ListUserImportJobsResponse(
            userImportJobs: jobs.map { pools.uploadURLs.description(of: $0, at: pools.clock.now) },
            paginationToken: nextToken)
    }

    /// The maximum number of jobs in a page; a request may ask for more.
    private static let mostJobsOfAPage = 50
}
