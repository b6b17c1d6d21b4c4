// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
package import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Creates, encrypts and checks stored passwords, which are SRP salts and verifiers.
package struct StoredPasswords: Sendable {
    private static let purpose = SealPurpose.passwordVerifier

    let sealer: Sealer
    let entropy: Entropy
    let arithmetic: any SRPArithmetic

    /// Derives and encrypts a verifier.
    ///
    /// The cost is about one modular exponentiation with a 256-bit exponent.
    func make(
        _ password: String, poolID: String, sub: String, username: String, at now: Date
    ) -> UserRecord.SealedPassword {
        let verifier = SRPVerifier.make(
            identity: .user(poolID: poolID, userIDForSRP: username), password: Secret(utf8: password),
            salt: entropy.bytes(16), arithmetic: arithmetic)
        return UserRecord.SealedPassword(new: seal(verifier.packed, poolID: poolID, sub: sub), setAt: now)
    }

    /// Returns the user's verifier, or a decoy without a known password for an unknown user or one without a password.
    package func verifier(of user: UserRecord?, name: String, poolID: String) throws(ServiceFault) -> SRPVerifier {
        guard let user, let password = user.password else { return decoy(for: name, poolID: poolID) }
        return try open(password, of: user)
    }

    /// Returns what a password is checked against: the user's imported hash, or else the same as
    /// ``verifier(of:name:poolID:)``.
    package func basis(of user: UserRecord?, name: String, poolID: String) throws(ServiceFault) -> PasswordBasis {
        guard let user, let password = user.password else { return .verifier(decoy(for: name, poolID: poolID)) }
        let plain = try open(password, poolID: user.poolID, sub: user.sub)
        if let hash = try importedHash(in: plain) { return .hash(hash) }
        return .verifier(try verifier(in: plain, of: user))
    }

    /// Returns whether a password is a given present or former one of the user.
    ///
    /// The cost is one modular exponentiation with a 256-bit exponent.
    package func matches(
        _ password: String, _ sealed: UserRecord.SealedPassword, of user: UserRecord
    ) throws(ServiceFault) -> Bool {
        try open(sealed, of: user).matches(
            identity: .user(poolID: user.poolID, userIDForSRP: user.username), password: Secret(utf8: password),
            arithmetic: arithmetic)
    }

    private func open(
        _ password: UserRecord.SealedPassword, of user: UserRecord
    ) throws(ServiceFault) -> SRPVerifier {
        try verifier(in: open(password, poolID: user.poolID, sub: user.sub), of: user)
    }

    private func verifier(in plain: [UInt8], of user: UserRecord) throws(ServiceFault) -> SRPVerifier {
        guard plain.first != Self.importMark else { return decoy(for: user.username, poolID: user.poolID) }
        guard let verifier = SRPVerifier(packed: plain) else {
            throw ServiceFault(unforeseen: StoredPasswordError.unreadableVerifier)
        }
        return verifier
    }

    func seal(_ plain: [UInt8], poolID: String, sub: String) -> [UInt8] {
        sealer.seal(plain, purpose: Self.purpose, context: Self.context(poolID, sub))
    }

    func open(
        _ password: UserRecord.SealedPassword, poolID: String, sub: String
    ) throws(ServiceFault) -> [UInt8] {
        do {
            return try sealer.open(password.sealed, purpose: Self.purpose, context: Self.context(poolID, sub))
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }

    /// Returns a decoy, always the same for a name, so that repeated requests reveal nothing.
    private func decoy(for name: String, poolID: String) -> SRPVerifier {
        let seed = Array("\(poolID)|\(name)".utf8)
        let salt = Array(sealer.mac(seed, purpose: .decoySalt).prefix(16))
        // A number below the group's prime that no password leads to: the 32 secret bytes of a hash, repeated. The client
        // gets it with a random power added, so that more variety would hide nothing, and it would take the server longer
        // than a stored verifier.
        let secret = sealer.mac(seed, purpose: .decoyVerifier)
        let number = Array((0..<12).flatMap { _ in secret }.dropLast())
        return SRPVerifier(salt: salt, verifier: number, powers: SpacedPowers(repeating: number))
    }

    private static func context(_ poolID: String, _ sub: String) -> [UInt8] {
        Array("\(poolID)|\(sub)".utf8)
    }
}

/// What a password is checked against.
package enum PasswordBasis: Sendable {
    /// An SRP verifier, the decoy for an unknown user included.
    case verifier(SRPVerifier)
    /// The hash of another system.
    case hash(ImportedHash)
}

extension UserRecord.SealedPassword? {
    /// The version of the password; a constant of the same length for a user without one and for an unknown user.
    package var digest: [UInt8] { self?.version ?? SealedVersion.first(of: []) }
}

/// The errors for decrypted passwords that cannot be parsed; only the log shows them.
enum StoredPasswordError: Error {
    case unreadableVerifier
    case unreadableHash
}

/// The binary form of a verifier for encryption: the salt with its length, the verifier, and its powers if there are
/// any.
extension SRPVerifier {
    /// The length of a number modulo the group's prime, in bytes.
    private static let verifierLength = 384

    /// The binary form; a salt has at most 255 bytes.
    var packed: [UInt8] {
        let padding = [UInt8](repeating: 0, count: max(0, Self.verifierLength - verifier.count))
        return [UInt8(salt.count)] + salt + padding + verifier + (powers?.bytes ?? [])
    }

    /// Creates a verifier from its binary form.
    init?(packed plain: [UInt8]) {
        guard let length = plain.first, plain.count > 1 + Int(length) else { return nil }
        let (salt, numbers) = (plain[1..<1 + Int(length)], plain[(1 + Int(length))...])
        // Powers follow a verifier of full length; a verifier without powers may be shorter.
        let powers = SpacedPowers(bytes: Array(numbers.dropFirst(Self.verifierLength)))
        self.init(salt: Array(salt), verifier: Array(numbers.prefix(Self.verifierLength)), powers: powers)
    }
}
