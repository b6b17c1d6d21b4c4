// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel

extension UploadURLs {
    /// Returns the form of a job in responses; before the job is started, it contains an upload URL that is valid for
    /// 15 minutes.
    func description(of job: ImportJobRecord, at now: Date) -> UserImportJobType {
        let status = job.status(at: now)
        return UserImportJobType(
            jobName: job.name, jobId: job.id, userPoolId: job.poolID,
            preSignedUrl: status == .created ? url(for: job.run, at: now) : nil,
            creationDate: job.createdAt, startDate: job.startedAt, completionDate: job.completedAt,
            status: UserImportJobStatusType(rawValue: status.rawValue), cloudWatchLogsRoleArn: job.logsRoleARN,
            importedUsers: Int64(job.progress.imported), skippedUsers: Int64(job.progress.skipped),
            failedUsers: Int64(job.progress.failed), completionMessage: job.completionMessage,
            passwordHashingAlgorithm: job.hashing)
    }
}
