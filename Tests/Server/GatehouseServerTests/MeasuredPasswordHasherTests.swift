// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseMeasurements
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import Testing

@testable import GatehouseServer
@testable import GatehouseUserPools

@Suite struct MeasuredPasswordHasherTests {
    private static let base64 = "t.9ABrH/8yxEVmzN1YufnAtlXQF6ASTo0H4TGL0PgzM"
    private static let hex = "c6070484beb74436de677b96f01388d9daf6a175bb5c3b48a38f1aa38c9c76fe"

    @Test(
        arguments: [
            (.bcrypt, "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
            (.scrypt, "1024$8$1$00$\(hex)"), (.argon2id, "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$\(base64)"),
            (.pbkdf2Sha256, "$pbkdf2-sha256$1000$AAAA$\(base64)"),
        ] as [(PasswordHashingAlgorithmType, String)])
    func `a hash that cannot be computed is logged and counted, without the password and the hash`(
        _ algorithm: PasswordHashingAlgorithmType, _ text: String
    ) throws {
        let lines = LogLines()
        let metrics = PrometheusMetrics()
        let measured = MeasuredPasswordHasher(ExhaustedHasher(), logger: lines.logger, metrics: metrics)
        let hasher = measured.inPool("the-pool")
        let hash = try #require(ImportedHash(text, algorithm: algorithm))
        let isRight = hash.matches(Secret(utf8: "Correct-Horse-7!"), by: hasher)
        #expect(!isRight)
        let line = """
            error A password hash could not be computed, which counts as a wrong password \
            algorithm=\(algorithm.rawValue) cause=failed pool=the-pool
            """
        // The password, and the one that is hashed in its place for the same work.
        #expect(lines.all == [line, line])
        #expect(metrics.text.contains("gatehouse_password_hash_failures_total 2"))
    }
}

/// A hasher that has no memory left.
private struct ExhaustedHasher: PasswordHasher {
    func bcrypt(_ password: [UInt8], setting: String) throws(PasswordHasherError) -> String { throw .failed }

    func pbkdf2SHA256(
        _ password: [UInt8], salt: [UInt8], iterations: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] { throw .failed }

    func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] { throw .failed }

    func argon2id(
        _ password: [UInt8], salt: [UInt8], memory: Int, passes: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] { throw .failed }
}
