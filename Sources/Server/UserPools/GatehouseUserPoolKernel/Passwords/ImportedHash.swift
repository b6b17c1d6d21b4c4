// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// A password hash of another system, within the limits of an import.
///
/// It replaces the user's SRP verifier until the user first signs in with the password itself.
package struct ImportedHash: Sendable, Equatable {
    /// The algorithm with its parameters, the salt and the expected hash.
    private enum Form: Sendable, Equatable {
        case bcrypt
        case scrypt(cost: Int, blockSize: Int, lanes: Int, salt: [UInt8], hash: [UInt8])
        case argon2id(memory: Int, passes: Int, lanes: Int, salt: [UInt8], hash: [UInt8])
        case pbkdf2(iterations: Int, salt: [UInt8], hash: [UInt8])
    }

    /// The accepted lengths of hashes, in bytes.
    private static let hashLengths = 16...128
    private static let mostSaltBytes = 128
    private static let longestText = 1_024

    private let algorithm: PasswordHashingAlgorithmType
    private let text: String
    private let form: Form

    /// Parses a hash; `nil` for an invalid format, and for parameters beyond the limits.
    package init?(_ text: String, algorithm: PasswordHashingAlgorithmType) {
        guard text.utf8.count <= Self.longestText else { return nil }
        let form: Form? =
            switch algorithm {
            case .bcrypt: Self.isBcrypt(text) ? .bcrypt : nil
            case .scrypt: Self.scrypt(text)
            case .argon2id: Self.argon2id(text)
            case .pbkdf2Sha256: Self.pbkdf2(text)
            default: nil
            }
        guard let form else { return nil }
        self.algorithm = algorithm
        self.text = text
        self.form = form
    }

    /// Creates a hash from its ``bytes``.
    init?(bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2 else { return nil }
        self.init(parts[1], algorithm: PasswordHashingAlgorithmType(rawValue: parts[0]))
    }

    /// The hash with the name of its algorithm, as it is encrypted.
    var bytes: [UInt8] { Array("\(algorithm.rawValue):\(text)".utf8) }

    /// Returns whether a password is the one that was hashed.
    ///
    /// The duration depends on the parameters, not on the password. A password with a zero byte is wrong: bcrypt would
    /// truncate it there, and HMAC, in PBKDF2 and scrypt, ignores trailing zeros. A password that the hasher rejects is
    /// also wrong.
    package func matches(_ password: borrowing Secret, by hasher: any PasswordHasher) -> Bool {
        password.withBytes { password in
            let isText = !password.contains(0)
            if let isRight = try? matches(isText ? password : Self.substitute, by: hasher) { return isRight && isText }
            // This costs the same work as a password that the hasher accepts.
            _ = try? matches(Self.substitute, by: hasher)
            return false
        }
    }

    /// The input that is hashed in place of an impossible password.
    private static let substitute = Array("substitute".utf8)

    private func matches(_ password: [UInt8], by hasher: any PasswordHasher) throws(PasswordHasherError) -> Bool {
        switch form {
        case .bcrypt:
            constantTimeEqual(try hasher.bcrypt(password, setting: String(text.prefix(29))).utf8, text.utf8)
        case .scrypt(let cost, let blockSize, let lanes, let salt, let hash):
            constantTimeEqual(
                try hasher.scrypt(
                    password, salt: salt, cost: cost, blockSize: blockSize, lanes: lanes, count: hash.count),
                hash)
        case .argon2id(let memory, let passes, let lanes, let salt, let hash):
            constantTimeEqual(
                try hasher.argon2id(
                    password, salt: salt, memory: memory, passes: passes, lanes: lanes, count: hash.count),
                hash)
        case .pbkdf2(let iterations, let salt, let hash):
            constantTimeEqual(
                try hasher.pbkdf2SHA256(password, salt: salt, iterations: iterations, count: hash.count), hash)
        }
    }

    /// Returns whether a text is a bcrypt hash: `$2a$`, `$2b$`, `$2x$` or `$2y$`, two digits of cost up to 12, and 53
    /// characters of salt and hash.
    private static func isBcrypt(_ text: String) -> Bool {
        let parts = fields(of: text)
        guard parts.count == 4, parts[0].isEmpty, ["2a", "2b", "2x", "2y"].contains(parts[1]) else { return false }
        guard parts[2].utf8.count == 2, number(parts[2], in: 4...12) != nil else { return false }
        return parts[3].utf8.count == 53
            && parts[3].utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }
    }

    /// Parses a scrypt hash: `N$r$p$hexSalt$hexHash`.
    private static func scrypt(_ text: String) -> Form? {
        let parts = fields(of: text)
        guard
            parts.count == 5, let cost = number(parts[0], in: 2...65_536), cost & (cost - 1) == 0,
            let blockSize = number(parts[1], in: 1...8), let lanes = number(parts[2], in: 1...1),
            // RFC 7914, section 2: the cost is less than 2 to the power of 128 * r / 8.
            blockSize > 1 || cost < 65_536,
            let salt = Hex.decode(parts[3]), let hash = Hex.decode(parts[4]), isSound(salt, hash)
        else { return nil }
        return .scrypt(cost: cost, blockSize: blockSize, lanes: lanes, salt: salt, hash: hash)
    }

    /// Parses an Argon2id hash: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
    private static func argon2id(_ text: String) -> Form? {
        let parts = fields(of: text)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19" else { return nil }
        let settings = parts[3].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard
            settings.count == 3, let memory = setting("m=", settings[0], in: 8...19_456),
            let passes = setting("t=", settings[1], in: 1...2), let lanes = setting("p=", settings[2], in: 1...1),
            let salt = base64(parts[4]), salt.count >= 8, let hash = base64(parts[5]), isSound(salt, hash)
        else { return nil }
        return .argon2id(memory: memory, passes: passes, lanes: lanes, salt: salt, hash: hash)
    }

    /// Parses a PBKDF2 hash: `$pbkdf2-sha256$iterations$salt$hash`.
    private static func pbkdf2(_ text: String) -> Form? {
        let parts = fields(of: text)
        guard
            parts.count == 5, parts[0].isEmpty, parts[1] == "pbkdf2-sha256",
            let iterations = number(parts[2], in: 1...600_000), let salt = base64(parts[3]),
            let hash = base64(parts[4]), isSound(salt, hash)
        else { return nil }
        return .pbkdf2(iterations: iterations, salt: salt, hash: hash)
    }

    private static func isSound(_ salt: [UInt8], _ hash: [UInt8]) -> Bool {
        (1...mostSaltBytes).contains(salt.count) && hashLengths.contains(hash.count)
    }

    private static func fields(of text: String) -> [String] {
        text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    }

    private static func setting(_ name: String, _ text: String, in range: ClosedRange<Int>) -> Int? {
        text.hasPrefix(name) ? number(String(text.dropFirst(name.count)), in: range) : nil
    }

    /// Parses a number of 1 to 6 digits without a sign; `nil` outside the range.
    private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Decodes Base64 with or without padding; some systems write `.` for `+`.
    private static func base64(_ text: String) -> [UInt8]? {
        var digits = text.replacing(".", with: "+")
        while digits.hasSuffix("=") { digits.removeLast() }
        while !digits.utf8.count.isMultiple(of: 4) { digits += "=" }
        return Base64.decode(digits)
    }
}

extension ImportedHash: CustomStringConvertible, CustomReflectable {
    /// The algorithm's name, without the hash.
    package var description: String { "ImportedHash(\(algorithm.rawValue))" }
    /// An empty mirror, so that no dump prints the hash.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The password hash of an imported user, which the store keeps until the user first signs in with the password itself.
///
/// SRP cannot work with such a hash, so an SRP sign-in fails as with a wrong password until then.
extension StoredPasswords {
    /// The first byte of an imported hash; an SRP verifier has the length of its salt there, which is never 0.
    static let importMark: UInt8 = 0

    /// Returns a hash, encrypted as the password of a user.
    package func keep(_ hash: ImportedHash, poolID: String, sub: String, at now: Date) -> UserRecord.SealedPassword {
        UserRecord.SealedPassword(new: seal([Self.importMark] + hash.bytes, poolID: poolID, sub: sub), setAt: now)
    }

    /// Returns the imported hash of a user; `nil` if the user has none or an SRP verifier.
    ///
    /// - Throws: `InternalErrorException` for a hash that cannot be read.
    package func importedHash(of user: UserRecord?) throws(ServiceFault) -> ImportedHash? {
        guard let user, let password = user.password else { return nil }
        return try importedHash(in: open(password, poolID: user.poolID, sub: user.sub))
    }

    /// Returns the imported hash that a decrypted password is; `nil` for an SRP verifier.
    func importedHash(in plain: [UInt8]) throws(ServiceFault) -> ImportedHash? {
        guard plain.first == Self.importMark else { return nil }
        guard let hash = ImportedHash(bytes: Array(plain.dropFirst())) else {
            throw ServiceFault(unforeseen: StoredPasswordError.unreadableHash)
        }
        return hash
    }
}
