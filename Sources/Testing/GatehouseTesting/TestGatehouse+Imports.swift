// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import Foundation
import GatehouseServer
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

extension TestGatehouse {
    /// Runs the import jobs that were started, until none is left.
    /// - Throws: the service's fault when one cannot go on.
    public func runImports() async throws {
        while try await advanceImports() {}
    }

    /// Takes every running import job one step further.
    /// - Parameter rows: the most rows of a step.
    /// - Returns: whether any job was running.
    /// - Throws: the service's fault when one cannot go on.
    package func advanceImports(rows: Int = 100) async throws -> Bool {
        let runs = try await installation.userPools.importRunner.importRuns()
        for run in runs { _ = try await installation.userPools.importRunner.advance(run, rows: rows) }
        return !runs.isEmpty
    }

    /// Makes an import job that waits for its file.
    /// - Throws: the service's fault.
    package func makeImportJob(
        inPool poolID: String, hashing: PasswordHashingAlgorithmType? = nil
    ) async throws -> UserImportJobType {
        let answer = try await installation.userPools.service(for: administration).createUserImportJob(
            CreateUserImportJobRequest(
                jobName: "test", userPoolId: poolID,
                cloudWatchLogsRoleArn: "arn:aws:iam::123456789012:role/logs", passwordHashingAlgorithm: hashing))
        guard let job = answer.userImportJob else { throw Self.incomplete }
        return job
    }

    /// A file with a row for each dictionary; columns that a row does not name are blank.
    /// - Throws: the service's fault.
    package func importFile(_ rows: [[String: String]], forPool poolID: String) async throws -> String {
        let service = installation.userPools.service(for: administration)
        let header = try await service.getCSVHeader(GetCSVHeaderRequest(userPoolId: poolID)).csvHeader ?? []
        let lines = rows.map { row in header.map { row[$0] ?? "" }.joined(separator: ",") }
        return ([header.joined(separator: ",")] + lines).joined(separator: "\n")
    }

    /// Sends a file to the address of an import job.
    /// - Throws: an error if the job has no address.
    @discardableResult
    package func upload(_ file: String, to job: UserImportJobType) async throws -> TestResponse {
        guard let address = job.preSignedUrl.flatMap({ URLComponents(string: $0) }) else { throw Self.incomplete }
        return await send(
            TestRequest(
                method: "PUT", path: address.percentEncodedPath, query: address.percentEncodedQuery ?? "",
                headers: [("host", "localhost:9229"), ("x-amz-server-side-encryption", "aws:kms")],
                body: Data(file.utf8)))
    }

    /// Makes an import job, sends it a file of such rows, and starts it.
    /// - Throws: the service's fault.
    package func startImport(
        of rows: [[String: String]], intoPool poolID: String, hashing: PasswordHashingAlgorithmType? = nil
    ) async throws -> UserImportJobType {
        let job = try await makeImportJob(inPool: poolID, hashing: hashing)
        try await upload(try await importFile(rows, forPool: poolID), to: job)
        let answer = try await installation.userPools.service(for: administration).startUserImportJob(
            StartUserImportJobRequest(userPoolId: poolID, jobId: job.jobId ?? ""))
        guard let started = answer.userImportJob else { throw Self.incomplete }
        return started
    }

    private static let incomplete = ServiceFault(.internalError, "The answer lacks something.")
}
