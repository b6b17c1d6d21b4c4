// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel

/// Signs and verifies the upload URLs of CSV files.
///
/// A URL is valid for one job and 15 minutes, for every caller that has it.
struct UploadURLs: Sendable {
    private static let purpose = HashPurpose.importUpload
    private static let validity: TimeInterval = 900

    let sealer: Sealer
    let baseURL: String

    /// Returns an upload URL for a job.
    func url(for run: ImportRun, at now: Date) -> String {
        let expiry = String(Int((now.timeIntervalSince1970 + Self.validity).rounded(.down)))
        let signature = Base64URL.encode(signature(of: run, expiry: expiry))
        return "\(baseURL)/imports/\(run.poolID)/\(run.jobID)?expires=\(expiry)&signature=\(signature)"
    }

    /// Verifies the signature and the expiry of an upload URL.
    ///
    /// - Throws: ``ImportUploadRefusal`` for a URL that was modified or has expired.
    func check(
        expiry: String, signature: String, for run: ImportRun, at now: Date
    ) throws(ImportUploadRefusal) {
        guard
            let given = Base64URL.decode(signature),
            constantTimeEqual(given, self.signature(of: run, expiry: expiry)),
            let moment = TimeInterval(expiry)
        else { throw .wrongSignature }
        guard now.timeIntervalSince1970 < moment else { throw .expired }
    }

    private func signature(of run: ImportRun, expiry: String) -> [UInt8] {
        sealer.mac(Array("\(run.poolID)|\(run.jobID)|\(expiry)".utf8), purpose: Self.purpose)
    }
}

extension UserPools {
    /// The URLs to which files are uploaded.
    var uploadURLs: UploadURLs { UploadURLs(sealer: sealer, baseURL: deployment.baseURL) }
    /// Receives the files of import jobs.
    package var importReception: ImportReception {
        ImportReception(records: records, urls: uploadURLs, sealer: sealer, entropy: entropy, clock: clock)
    }
    /// Runs import jobs.
    package var importRunner: ImportRunner {
        ImportRunner(records: records, passwords: passwords, sealer: sealer, entropy: entropy, clock: clock)
    }
}
