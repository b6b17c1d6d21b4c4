// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CPasswordHashing
package import GatehouseCore

/// Password hashes by the system's libraries: libcrypto, libcrypt and libargon2.
package struct SystemPasswordHasher: PasswordHasher {
    /// The bytes of a password that bcrypt reads.
    private static let bcryptBytes = 72

    /// Creates the hasher, which has no state.
    package init() {}

    package func pbkdf2SHA256(
        _ password: [UInt8], salt: [UInt8], iterations: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] {
        guard let iterations = UInt32(exactly: iterations) else { throw .impossibleParameters }
        return try filled(count) { result in
            unsafe gatehouse_pbkdf2_sha256(
                password, password.count, salt, salt.count, iterations, &result, count)
        }
    }

    package func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] {
        guard let cost = UInt64(exactly: cost), let blockSize = UInt32(exactly: blockSize),
            let lanes = UInt32(exactly: lanes)
        else { throw .impossibleParameters }
        return try filled(count) { result in
            unsafe gatehouse_scrypt(
                password, password.count, salt, salt.count, cost, blockSize, lanes, &result, count)
        }
    }

    package func bcrypt(_ password: [UInt8], setting: String) throws(PasswordHasherError) -> String {
        // The library reads up to the first zero and would ignore the bytes after it.
        guard !password.contains(0), !setting.utf8.contains(0) else { throw .impossibleParameters }
        var result = [UInt8](repeating: 0, count: Int(GATEHOUSE_BCRYPT_BYTES))
        // The library refuses passwords of 512 bytes and more.
        let read = password.prefix(Self.bcryptBytes)
        guard unsafe gatehouse_bcrypt(read + [0], setting, &result) == 1 else { throw .failed }
        return String(decoding: result.dropLast(), as: UTF8.self)
    }

    package func argon2id(
        _ password: [UInt8], salt: [UInt8], memory: Int, passes: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] {
        guard let memory = UInt32(exactly: memory), let passes = UInt32(exactly: passes),
            let lanes = UInt32(exactly: lanes)
        else { throw .impossibleParameters }
        return try filled(count) { result in
            unsafe gatehouse_argon2id(
                password, password.count, salt, salt.count, memory, passes, lanes, &result, count)
        }
    }

    private func filled(
        _ count: Int, _ fill: (inout [UInt8]) -> Int32
    ) throws(PasswordHasherError) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        guard fill(&result) == 1 else { throw .failed }
        return result
    }
}
