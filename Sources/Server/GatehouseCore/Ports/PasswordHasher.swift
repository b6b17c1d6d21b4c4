// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Computes the password hashes of other systems, so that their users can be taken over with their passwords.
///
/// All of it takes long by design: call it in a compute pool.
package protocol PasswordHasher: Sendable {
    /// The hasher for users of one pool, which a report of a failure can name.
    func inPool(_ poolID: String) -> any PasswordHasher

    /// PBKDF2 with HMAC-SHA256 (RFC 8018).
    func pbkdf2SHA256(
        _ password: [UInt8], salt: [UInt8], iterations: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8]

    /// scrypt (RFC 7914).
    func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8]

    /// The whole text form of the bcrypt hash for a setting such as `$2b$10$` with 22 characters of salt.
    ///
    /// Of a password the first 72 bytes count.
    func bcrypt(_ password: [UInt8], setting: String) throws(PasswordHasherError) -> String

    /// Argon2id, version 19 (RFC 9106); `memory` in KiB.
    func argon2id(
        _ password: [UInt8], salt: [UInt8], memory: Int, passes: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8]
}

extension PasswordHasher {
    /// The same hasher: one that reports nothing need not know the pool.
    package func inPool(_ poolID: String) -> any PasswordHasher { self }
}

/// Why there is no hash, which says nothing about the password.
package enum PasswordHasherError: Error, Equatable {
    /// A parameter is beyond what the library can be told.
    case impossibleParameters
    /// The library refused the parameters, or had no memory left.
    case failed
}
