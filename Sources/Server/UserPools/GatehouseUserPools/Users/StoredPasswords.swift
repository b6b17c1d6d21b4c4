// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Makes, seals and checks what a pool keeps of a password: an SRP salt and verifier.
struct StoredPasswords: Sendable {
    private static let purpose = "password-verifier"

    let sealer: Sealer
    let entropy: Entropy
    let arithmetic: any SRPArithmetic

    /// Derives and seals a verifier.
    ///
    /// Costs about one 256-bit power.
    func make(
        _ password: String, poolID: String, sub: String, username: String, at now: Date
    ) -> UserRecord.SealedPassword {
        let verifier = SRPVerifier.make(
            identity: .user(poolID: poolID, userIDForSRP: username), password: Secret(utf8: password),
            salt: entropy.bytes(16), arithmetic: arithmetic)
        return UserRecord.SealedPassword(sealed: seal(verifier.packed, poolID: poolID, sub: sub), setAt: now)
    }

    /// The user's verifier, or one that nobody has the password to: for users who are unknown or have no password.
    func verifier(of user: UserRecord?, name: String, poolID: String) throws(ServiceFault) -> SRPVerifier {
        guard let user, let password = user.password else { return decoy(for: name, poolID: poolID) }
        return try open(password, of: user)
    }

    /// Whether a password is the sealed one, which the user has or had.
    ///
    /// Costs one 256-bit power.
    func matches(
        _ password: String, _ sealed: UserRecord.SealedPassword, of user: UserRecord
    ) throws(ServiceFault) -> Bool {
        try open(sealed, of: user).matches(
            identity: .user(poolID: user.poolID, userIDForSRP: user.username), password: Secret(utf8: password),
            arithmetic: arithmetic)
    }

    private func open(
        _ password: UserRecord.SealedPassword, of user: UserRecord
    ) throws(ServiceFault) -> SRPVerifier {
        let plain = try open(password, poolID: user.poolID, sub: user.sub)
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

    /// The same salt and verifier each time for the same name, so that asking twice tells nothing.
    private func decoy(for name: String, poolID: String) -> SRPVerifier {
        let seed = Array("\(poolID)|\(name)".utf8)
        let salt = Array(sealer.mac(seed, purpose: "decoy-salt").prefix(16))
        let stream = hkdfSHA256(
            keyMaterial: sealer.mac(seed, purpose: "decoy-verifier"), salt: [], info: Array("verifier".utf8), count: 383
        )
        return SRPVerifier(salt: salt, verifier: stream, powers: SpacedPowers(repeating: stream))
    }

    private static func context(_ poolID: String, _ sub: String) -> [UInt8] {
        Array("\(poolID)|\(sub)".utf8)
    }
}

extension UserRecord.SealedPassword? {
    /// Tells passwords apart, also two times the same one: each is sealed with chance in it.
    ///
    /// It has the same length for a user without a password and for an unknown name.
    var digest: [UInt8] { sha256(self?.sealed ?? []) }
}

/// What is wrong with a stored password that opened; the log is told, nobody else.
enum StoredPasswordError: Error {
    case unreadableVerifier
    case unreadableHash
}

extension UserPools {
    var passwords: StoredPasswords {
        StoredPasswords(sealer: sealer, entropy: entropy, arithmetic: arithmetic)
    }
}
