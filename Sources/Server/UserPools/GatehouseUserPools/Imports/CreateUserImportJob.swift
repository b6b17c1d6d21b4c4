// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Creates a job that imports users from a CSV file; the response contains the upload URL.
    package func createUserImportJob(
        _ request: CreateUserImportJobRequest
    ) async throws(ServiceFault) -> CreateUserImportJobResponse {
        let now = pools.clock.now
        let job = ImportJobRecord(
            id: "import-" + pools.entropy.characters(10, from: Alphabet.lettersAndDigits),
            poolID: request.userPoolId, name: request.jobName, logsRoleARN: request.cloudWatchLogsRoleArn,
            hashing: request.passwordHashingAlgorithm, createdAt: now,
            expiresAt: now.addingTimeInterval(ImportJobRecord.patience))
        try await records.write { store in
            _ = try store.existingPool(job.poolID)
            try store.insert(job)
        }
        return CreateUserImportJobResponse(userImportJob: pools.uploadURLs.description(of: job, at: pools.clock.now))
    }
}
