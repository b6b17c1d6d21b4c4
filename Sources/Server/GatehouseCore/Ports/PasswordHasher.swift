// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Computes the password hashes of other systems, so that their users can be taken over with their passwords.
///
/// All of it takes long by design: call it in the compute pool. `nil` means that the parameters are impossible.
package protocol PasswordHasher: Sendable {
    /// PBKDF2 with HMAC-SHA256 (RFC 8018).
    func pbkdf2SHA256(_ password: [UInt8], salt: [UInt8], iterations: Int, count: Int) -> [UInt8]?

    /// scrypt (RFC 7914).
    func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) -> [UInt8]?

    /// The whole text form of the bcrypt hash for a setting such as `$2b$10$` with 22 characters of salt.
    func bcrypt(_ password: [UInt8], setting: String) -> String?

    /// Argon2id, version 19 (RFC 9106); `memory` in KiB.
    func argon2id(
        _ password: [UInt8], salt: [UInt8], memory: Int, passes: Int, lanes: Int, count: Int
    ) -> [UInt8]?
}
