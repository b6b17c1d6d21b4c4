// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Computes the password hashes of other systems, so that users can be imported with their passwords.
///
/// All functions are slow by design: call them in a compute pool.
package protocol PasswordHasher: Sendable {
    /// The hasher for users of one pool, whose id it adds to reports of failures.
    func inPool(_ poolID: String) -> any PasswordHasher

    /// PBKDF2 with HMAC-SHA256 (RFC 8018).
    func pbkdf2SHA256(
        _ password: [UInt8], salt: [UInt8], iterations: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8]

    /// scrypt (RFC 7914).
    func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8]

    /// The complete text form of the bcrypt hash for a setting such as `$2b$10$` with 22 characters of salt.
    ///
    /// Only the first 72 bytes of the password count.
    func bcrypt(_ password: [UInt8], setting: String) throws(PasswordHasherError) -> String

    /// Argon2id, version 19 (RFC 9106); `memory` in KiB.
    func argon2id(
        _ password: [UInt8], salt: [UInt8], memory: Int, passes: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8]
}

extension PasswordHasher {
    /// The same hasher, for implementations that report no failures.
    package func inPool(_ poolID: String) -> any PasswordHasher { self }
}

/// The reason why no hash was computed; it reveals nothing about the password.
package enum PasswordHasherError: Error, Equatable {
    /// A parameter is outside the range of the library.
    case impossibleParameters
    /// The library refused the parameters, or memory ran out.
    case failed
}
