// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import GatehouseCore
import GatehouseGateway
package import Logging
package import Metrics

/// A password hasher that logs and counts its failures.
///
/// For the client of a sign-in, a failure looks like a wrong password, so the log and the counter are the only report.
package struct MeasuredPasswordHasher: PasswordHasher {
    private let base: any PasswordHasher
    private let logger: Logger
    private let failures: Counter
    private var poolID: String?

    /// Creates a hasher that reports the failures of another one.
    package init(_ base: any PasswordHasher, logger: Logger, metrics: any MetricsFactory) {
        self.base = base
        self.logger = logger
        failures = Counter(label: MetricName.passwordHashFailures.rawValue, factory: metrics)
    }

    package func inPool(_ poolID: String) -> any PasswordHasher {
        var hasher = self
        hasher.poolID = poolID
        return hasher
    }

    package func pbkdf2SHA256(
        _ password: [UInt8], salt: [UInt8], iterations: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] {
        try reporting(.pbkdf2Sha256) { () throws(PasswordHasherError) in
            try base.pbkdf2SHA256(password, salt: salt, iterations: iterations, count: count)
        }
    }

    package func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] {
        try reporting(.scrypt) { () throws(PasswordHasherError) in
            try base.scrypt(password, salt: salt, cost: cost, blockSize: blockSize, lanes: lanes, count: count)
        }
    }

    package func bcrypt(_ password: [UInt8], setting: String) throws(PasswordHasherError) -> String {
        try reporting(.bcrypt) { () throws(PasswordHasherError) in try base.bcrypt(password, setting: setting) }
    }

    package func argon2id(
        _ password: [UInt8], salt: [UInt8], memory: Int, passes: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] {
        try reporting(.argon2id) { () throws(PasswordHasherError) in
            try base.argon2id(password, salt: salt, memory: memory, passes: passes, lanes: lanes, count: count)
        }
    }

    private func reporting<Hash>(
        _ algorithm: PasswordHashingAlgorithmType, _ compute: () throws(PasswordHasherError) -> Hash
    ) throws(PasswordHasherError) -> Hash {
        do throws(PasswordHasherError) {
            return try compute()
        } catch {
            failures.increment()
            var metadata: Logger.Metadata = ["algorithm": "\(algorithm.rawValue)", "cause": "\(error)"]
            if let poolID { metadata["pool"] = "\(poolID)" }
            logger.error("A password hash could not be computed, which counts as a wrong password", metadata: metadata)
            throw error
        }
    }
}
