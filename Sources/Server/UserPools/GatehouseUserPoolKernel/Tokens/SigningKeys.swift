// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire
import Synchronization

/// Seals the signing keys of pools, opens them, and signs with them.
///
/// Opened keys are cached by id: a key never changes.
final class SigningKeys: Sendable {
    fileprivate static let purpose = SealPurpose.signingKey

    /// The epoch to which tokens without a row are bound.
    let epoch: SealEpoch
    private let sealer: Sealer
    private let signer: any RSASigner
    private let source: any SigningKeySource
    private let opened = Mutex<[String: RSASigningKey]>([:])
    private let verifying = Mutex<[String: RSAVerificationKey]>([:])

    init(sealer: Sealer, signer: any RSASigner, source: any SigningKeySource = NewSigningKeys()) {
        epoch = sealer.epoch
        self.sealer = sealer
        self.signer = signer
        self.source = source
    }

    /// Creates a signing key for a pool and seals it.
    ///
    /// This takes some hundred milliseconds if the source has no key in stock.
    func generate(_ use: SigningKeyRecord.Use, forPool poolID: String, at now: Date) throws -> SigningKeyRecord {
        let key = try source.next()
        let jwk = key.publicKey.jwk
        return SigningKeyRecord(
            id: key.keyID, poolID: poolID, use: use,
            sealedPrivateKey: sealer.seal(
                key.derRepresentation, purpose: Self.purpose, context: Self.context(poolID, key.keyID)),
            modulus: jwk.n, exponent: jwk.e, createdAt: now, retiredAt: nil)
    }

    /// Signs a token's claims with the key.
    func sign(_ payload: [UInt8], with record: SigningKeyRecord) throws -> String {
        try JWS.sign(payload: payload, key: try open(record), signer: signer)
    }

    /// The public half of a key, for verification.
    func verificationKey(of record: SigningKeyRecord) throws(JWSError) -> RSAVerificationKey {
        if let key = verifying.withLock({ $0[record.id] }) { return key }
        let key = try RSAVerificationKey(jwk: (n: record.modulus, e: record.exponent), keyID: record.id)
        verifying.withLock { $0[record.id] = key }
        return key
    }

    private func open(_ record: SigningKeyRecord) throws -> RSASigningKey {
        if let key = opened.withLock({ $0[record.id] }) { return key }
        let key = try record.opened(by: sealer)
        opened.withLock { $0[record.id] = key }
        return key
    }

    fileprivate static func context(_ poolID: String, _ keyID: String) -> [UInt8] {
        Array("\(poolID)|\(keyID)".utf8)
    }
}

extension SigningKeyRecord {
    /// The time for which a retired key verifies, in seconds: the lifetime of the last token that it signed, and one
    /// hour for clocks that differ.
    static let timeInRetirement = TokenFamilyRecord.longestTokenLife + 3_600

    /// The key, opened.
    /// - Throws: `SealingError`, or the error of a private key that cannot be read.
    package func opened(by sealer: Sealer) throws -> RSASigningKey {
        try RSASigningKey(
            derRepresentation: sealer.open(
                sealedPrivateKey, purpose: SigningKeys.purpose, context: SigningKeys.context(poolID, id)),
            keyID: id)
    }

    /// Whether a token that this key signed may still be valid.
    func verifies(at now: Date) -> Bool {
        guard let retiredAt else { return true }
        return now.timeIntervalSince(retiredAt) < Self.timeInRetirement
    }
}

extension [SigningKeyRecord] {
    /// The key that signs now: the newest one for its use that is not retired.
    func current(_ use: SigningKeyRecord.Use) -> SigningKeyRecord? {
        first { $0.use == use && $0.retiredAt == nil }
    }
}

/// Creates and replaces the signing keys of pools.
package struct KeyRotation: Sendable {
    let records: UserPoolRecords
    let keys: SigningKeys
    let computation: Computation
    let clock: WallClock

    /// Creates new signing keys for a pool.
    ///
    /// Tokens that the old keys signed remain valid until they expire: the key set contains the old keys until then,
    /// for verification only. With `discardingOld`, the old keys are deleted at once, and all tokens that they signed
    /// are refused. Refresh tokens remain valid.
    /// - Throws: `ResourceNotFoundException` for an unknown pool.
    package func rotateSigningKeys(ofPool id: String, discardingOld: Bool = false) async throws(ServiceFault) {
        _ = try await records.read { try $0.existingPool(id) }
        let fresh = try await newSigningKeys(forPool: id)
        let now = clock.now
        try await records.write { store in
            for var key in try store.signingKeys(ofPool: id) where key.retiredAt == nil {
                key.retiredAt = now
                try store.update(key)
            }
            try store.deleteSigningKeys(
                ofPool: id,
                retiredBefore: discardingOld
                    ? .distantFuture : now.addingTimeInterval(-SigningKeyRecord.timeInRetirement))
            for key in fresh { try store.insert(key) }
        }
    }

    /// Generates a key for ID tokens and one for access tokens.
    package func newSigningKeys(forPool id: String) async throws(ServiceFault) -> [SigningKeyRecord] {
        let now = clock.now
        return try await computation.run { [keys] in
            try [SigningKeyRecord.Use.idTokens, .accessTokens].map { use in
                try keys.generate(use, forPool: id, at: now)
            }
        }
    }
}
