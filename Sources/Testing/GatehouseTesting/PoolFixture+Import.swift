// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// Users who are imported.
extension PoolFixture {
    /// A hash of the fixture's password, by bcrypt and with parameters that are quick to check.
    package static let bcryptHash = "$2b$04$abcdefghijklmnopqrstuuFA7SAV4MLw01shGvj8UMOR3jP/gyYM6"

    /// The least that a row must hold, and what else it is to hold.
    package static func row(_ username: String, _ others: [String: String] = [:]) -> [String: String] {
        [
            "cognito:username": username, "email": "\(username)@example.com", "email_verified": "true",
            "cognito:mfa_enabled": "false",
        ].merging(others) { $1 }
    }

    /// A job that has run to its end, with a file of such rows.
    /// - Throws: the service's fault.
    package func finishedJob(
        _ rows: [[String: String]], hashing: PasswordHashingAlgorithmType? = nil
    ) async throws -> UserImportJobType {
        let job = try await gatehouse.startImport(of: rows, intoPool: poolID, hashing: hashing)
        try await gatehouse.runImports()
        return try await describe(job)
    }

    /// Returns the service's present description of a job.
    /// - Throws: the service's fault.
    package func describe(_ job: UserImportJobType) async throws -> UserImportJobType {
        try Self.required(
            try await administrator.describeUserImportJob(
                DescribeUserImportJobRequest(userPoolId: poolID, jobId: job.jobId ?? "")
            ).userImportJob)
    }

    /// Returns a value that a response must have.
    /// - Throws: an internal error where the answer lacks it.
    package static func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw ServiceFault(.internalError, "The answer lacks something.") }
        return value
    }
}
