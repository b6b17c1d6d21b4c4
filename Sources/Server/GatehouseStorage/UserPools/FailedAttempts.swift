// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

extension SQLUserPoolReading {
    func failedAttempts(on subject: [UInt8], inPool poolID: String) throws -> FailedAttemptsRecord? {
        try sql.queryOne(
            """
            SELECT failures, last_failure_at FROM failed_attempts
            WHERE pool_id = \(poolID) AND subject = \(subject)
            """
        ).map { row in
            FailedAttemptsRecord(
                poolID: poolID, subject: subject, count: try row["failures"],
                lastFailureAt: try row["last_failure_at"])
        }
    }
}

extension UserPoolWriter {
    func put(_ attempts: FailedAttemptsRecord) throws {
        try connection.execute(
            """
            INSERT INTO failed_attempts (pool_id, subject, failures, last_failure_at)
            VALUES (\(attempts.poolID), \(attempts.subject), \(attempts.count), \(attempts.lastFailureAt))
            ON CONFLICT (pool_id, subject) DO UPDATE SET failures = excluded.failures,
                last_failure_at = excluded.last_failure_at
            """
        )
    }

    func deleteFailedAttempts(on subject: [UInt8], inPool poolID: String) throws {
        try connection.execute("DELETE FROM failed_attempts WHERE pool_id = \(poolID) AND subject = \(subject)")
    }
}
