// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel

extension UserPools {
    /// A job as operations print it; while its file can be sent, with an address that is good for a quarter of an hour.
    func description(of job: ImportJobRecord) -> UserImportJobType {
        let now = clock.now
        let status = job.status(at: now)
        return UserImportJobType(
            jobName: job.name, jobId: job.id, userPoolId: job.poolID,
            preSignedUrl: status == .created ? uploadTickets.url(for: job.run, at: now) : nil,
            creationDate: job.createdAt, startDate: job.startedAt, completionDate: job.completedAt,
            status: UserImportJobStatusType(rawValue: status.rawValue), cloudWatchLogsRoleArn: job.logsRoleARN,
            importedUsers: Int64(job.progress.imported), skippedUsers: Int64(job.progress.skipped),
            failedUsers: Int64(job.progress.failed), completionMessage: job.completionMessage,
            passwordHashingAlgorithm: job.hashing)
    }
}
