// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseCrypto
import GatehousePasswordHashing
import GatehouseUserPoolModel
import Synchronization
import Testing

@testable import GatehouseUserPoolKernel

@Suite struct ImportedHashTests {
    /// Made by other programs: Python's hashlib, libargon2's own encoder, and crypt(3); the passwords beside them.
    private static let vectors: [(PasswordHashingAlgorithmType, String, String)] = [
        (
            .pbkdf2Sha256, "Correct-Horse-7!",
            "$pbkdf2-sha256$1000$8PHy8/T19vf4.fr7/P3./w$t.9ABrH/8yxEVmzN1YufnAtlXQF6ASTo0H4TGL0PgzM"
        ),
        (
            .pbkdf2Sha256, "Correct-Horse-7!",
            "$pbkdf2-sha256$1000$8PHy8/T19vf4+fr7/P3+/w==$t+9ABrH/8yxEVmzN1YufnAtlXQF6ASTo0H4TGL0PgzM="
        ),
        (
            .scrypt, "pleaseletmein",
            "16384$8$1$536f6469756d43686c6f72696465$7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5"
                + "432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
        (
            .scrypt, "Correct-Horse-7!",
            "1024$8$1$30313233343536373839616263646566$"
                + "C6070484BEB74436DE677B96F01388D9DAF6A175BB5C3B48A38F1AA38C9C76FE"
        ),
        (
            .argon2id, "Correct-Horse-7!",
            "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQxMjM0NTY3OA$ynbHcQQidl96BpS3MELNm/qoIgt9T/ZOP06hTNmFles"
        ),
        (
            .argon2id, "pässword",
            "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$+w+UZJsUQm37ZfJFabSwhmZi/PWJ+/IAUd6fUCsV97A"
        ),
        (.bcrypt, "U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
        (.bcrypt, "U*U", "$2y$04$CCCCCCCCCCCCCCCCCCCCC.K7Qr0se1MxuggH4aP4YgB.U2Em1pGSK"),
        (.bcrypt, "Correct-Horse-7!", "$2b$04$abcdefghijklmnopqrstuuFA7SAV4MLw01shGvj8UMOR3jP/gyYM6"),
    ]

    @Test(arguments: vectors)
    func `a hash that another program made knows its password and no other`(
        _ algorithm: PasswordHashingAlgorithmType, _ password: String, _ text: String
    ) throws {
        let hasher = SystemPasswordHasher()
        let hash = try #require(ImportedHash(text, algorithm: algorithm))
        let isRight = hash.matches(Secret(utf8: password), by: hasher)
        #expect(isRight)
        for wrong in ["", password + "x", String(password.dropLast()), password + "\u{0}", "\u{0}" + password] {
            let isRight = hash.matches(Secret(utf8: wrong), by: hasher)
            #expect(!isRight, "\(wrong)")
        }
        #expect(ImportedHash(bytes: hash.bytes) == hash)
        #expect("\(hash)" == "ImportedHash(\(algorithm.rawValue))")
        for other in PasswordHashingAlgorithmType.allValues where other != algorithm {
            #expect(ImportedHash(text, algorithm: other) == nil)
        }
    }

    @Test(arguments: [72, 73, 511, 512, 1_024])
    func `bcrypt reads the first 72 bytes of a password of any length`(_ length: Int) throws {
        let hasher = SystemPasswordHasher()
        let password = [UInt8](repeating: 0x61, count: length)
        let setting = "$2b$04$abcdefghijklmnopqrstuu"
        let text = try hasher.bcrypt(Array(password.prefix(72)), setting: setting)
        let hash = try #require(ImportedHash(text, algorithm: .bcrypt))
        let isRight = hash.matches(Secret(password), by: hasher)
        #expect(isRight)
        var other = password
        other[71] = 0x62
        let isOtherRight = hash.matches(Secret(other), by: hasher)
        #expect(!isOtherRight)
    }

    @Test(arguments: [("x", 1), ("\u{0}", 1), (ReluctantHasher.refused, 2)])
    func `a password that cannot be hashed is wrong and costs the work of another one`(
        _ password: String, _ calls: Int
    ) throws {
        for (algorithm, _, text) in Self.vectors {
            let hasher = ReluctantHasher()
            let hash = try #require(ImportedHash(text, algorithm: algorithm))
            let isRight = hash.matches(Secret(utf8: password), by: hasher)
            #expect(!isRight)
            #expect(hasher.calls == calls && hasher.finished == 1)
        }
    }

    private static let hash43 = "t.9ABrH/8yxEVmzN1YufnAtlXQF6ASTo0H4TGL0PgzM"
    private static let hex64 = "c6070484beb74436de677b96f01388d9daf6a175bb5c3b48a38f1aa38c9c76fe"
    private static let bcrypt53 = "CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"

    @Test(
        arguments: [
            (.bcrypt, "$2b$12$\(bcrypt53)", true),
            (.bcrypt, "$2b$13$\(bcrypt53)", false),
            (.bcrypt, "$2b$03$\(bcrypt53)", false),
            (.bcrypt, "$2b$5$\(bcrypt53)", false),
            (.bcrypt, "$2c$05$\(bcrypt53)", false),
            (.bcrypt, "$2b$05$\(bcrypt53)x", false),
            (.bcrypt, "$2b$05$\(bcrypt53.dropLast())!", false),
            (.bcrypt, "$2b$05$\(bcrypt53)$", false),
            (.scrypt, "65536$8$1$00$\(hex64)", true),
            (.scrypt, "65536$1$1$00$\(hex64)", false),
            (.scrypt, "65536$2$1$00$\(hex64)", true),
            (.scrypt, "32768$1$1$00$\(hex64)", true),
            (.scrypt, "131072$8$1$00$\(hex64)", false),
            (.scrypt, "65535$8$1$00$\(hex64)", false),
            (.scrypt, "1$8$1$00$\(hex64)", false),
            (.scrypt, "0$8$1$00$\(hex64)", false),
            (.scrypt, "-2$8$1$00$\(hex64)", false),
            (.scrypt, "1024$9$1$00$\(hex64)", false),
            (.scrypt, "1024$0$1$00$\(hex64)", false),
            (.scrypt, "1024$8$2$00$\(hex64)", false),
            (.scrypt, "1024$8$1$$\(hex64)", false),
            (.scrypt, "1024$8$1$00$", false),
            (.scrypt, "1024$8$1$00$00", false),
            (.scrypt, "1024$8$1$0g$\(hex64)", false),
            (.argon2id, "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$\(hash43)", true),
            (.argon2id, "$argon2id$v=19$m=19457,t=2,p=1$c29tZXNhbHQ$\(hash43)", false),
            (.argon2id, "$argon2id$v=19$m=19456,t=3,p=1$c29tZXNhbHQ$\(hash43)", false),
            (.argon2id, "$argon2id$v=19$m=19456,t=2,p=2$c29tZXNhbHQ$\(hash43)", false),
            (.argon2id, "$argon2id$v=19$m=7,t=2,p=1$c29tZXNhbHQ$\(hash43)", false),
            (.argon2id, "$argon2id$v=16$m=64,t=2,p=1$c29tZXNhbHQ$\(hash43)", false),
            (.argon2id, "$argon2i$v=19$m=64,t=2,p=1$c29tZXNhbHQ$\(hash43)", false),
            (.argon2id, "$argon2id$v=19$t=2,m=64,p=1$c29tZXNhbHQ$\(hash43)", false),
            (.argon2id, "$argon2id$v=19$m=64,t=2,p=1$c2FsdA$\(hash43)", false),
            (.pbkdf2Sha256, "$pbkdf2-sha256$600000$AAAA$\(hash43)", true),
            (.pbkdf2Sha256, "$pbkdf2-sha256$600001$AAAA$\(hash43)", false),
            (.pbkdf2Sha256, "$pbkdf2-sha256$0$AAAA$\(hash43)", false),
            (.pbkdf2Sha256, "$pbkdf2-sha256$+1$AAAA$\(hash43)", false),
            (.pbkdf2Sha256, "$pbkdf2-sha256$1000$$\(hash43)", false),
            (.pbkdf2Sha256, "$pbkdf2-sha256$1000$AAAA$AAAA", false),
            (.pbkdf2Sha256, "$pbkdf2-sha512$1000$AAAA$\(hash43)", false),
            (.pbkdf2Sha256, "$pbkdf2-sha256$1000$AAAA$\(hash43)$", false),
            (.pbkdf2Sha256, "$pbkdf2-sha256$1000$A A$\(hash43)", false),
            (.pbkdf2Sha256, String(repeating: "$", count: 100_000), false),
            (.pbkdf2Sha256, "", false),
            (PasswordHashingAlgorithmType(rawValue: "MD5"), "x", false),
        ] as [(PasswordHashingAlgorithmType, String, Bool)])
    func `forms and limits are those of the service`(
        _ algorithm: PasswordHashingAlgorithmType, _ text: String, _ isTaken: Bool
    ) {
        #expect((ImportedHash(text, algorithm: algorithm) != nil) == isTaken)
    }
}

/// Refuses one password, hashes all others to nothing, and counts both.
private final class ReluctantHasher: PasswordHasher {
    static let refused = "refused"
    private let counts = Mutex((calls: 0, finished: 0))

    var calls: Int { counts.withLock { $0.calls } }
    var finished: Int { counts.withLock { $0.finished } }

    private func hash(_ password: [UInt8]) throws(PasswordHasherError) {
        let isRefused = password.elementsEqual(Self.refused.utf8)
        counts.withLock { counts in
            counts.calls += 1
            if !isRefused { counts.finished += 1 }
        }
        if isRefused { throw .failed }
    }

    func bcrypt(_ password: [UInt8], setting: String) throws(PasswordHasherError) -> String {
        try hash(password)
        return ""
    }

    func pbkdf2SHA256(
        _ password: [UInt8], salt: [UInt8], iterations: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] {
        try hash(password)
        return []
    }

    func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] {
        try hash(password)
        return []
    }

    func argon2id(
        _ password: [UInt8], salt: [UInt8], memory: Int, passes: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] {
        try hash(password)
        return []
    }
}
