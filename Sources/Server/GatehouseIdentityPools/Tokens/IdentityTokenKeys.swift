// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseIdentityPoolModel
import GatehouseServerCrypto
import GatehouseWire
import Synchronization

/// The keys that sign identity tokens: one for the installation, made at the first token and kept sealed.
///
/// Keys are cached by id, as they were opened or parsed: a key never changes. The records are read for every token, so that a rotation by
/// another process has an effect at once.
final class IdentityTokenKeys: Sendable {
    /// The time for which a retired key verifies, in seconds: the longest life of a token, and one hour for clocks that
    /// differ.
    static let timeInRetirement: TimeInterval = 86_400 + 3_600
    private static let purpose = SealPurpose.signingKey

    private let sealer: Sealer
    private let source: any SigningKeySource
    private let compute: ComputePool
    private let clock: WallClock
    private let region: String
    private let opened = Mutex<[String: RSASigningKey]>([:])
    private let parsed = Mutex<[String: JWSVerificationKey]>([:])

    init(
        sealer: Sealer, source: any SigningKeySource, compute: ComputePool, clock: WallClock, region: String
    ) {
        self.sealer = sealer
        self.source = source
        self.compute = compute
        self.clock = clock
        self.region = region
    }

    /// Signs claims with the current key, which the first call creates.
    func sign(_ claims: WireValue, in store: any IdentityPoolStore) async throws -> String {
        let record = try await current(in: store)
        let payload = claims.jsonBytes()
        return try await compute.run { [self] in
            try RS512Token.sign(payload: payload, keyID: record.id, key: try open(record))
        }
    }

    /// The claims of a token that one of the keys has signed.
    /// - Throws: `JWSError` for every other token, and the errors of the store.
    func claims(of token: String, in store: any IdentityPoolStore) async throws -> [WireName: WireValue] {
        let unverified = try UnverifiedJWS(token)
        let records = try await store.read { try $0.identityTokenKeys() }
        guard let record = records.first(where: { $0.id == unverified.keyID && verifies($0) }) else {
            throw JWSError.unknownKey
        }
        let payload = try RS512Token.payload(of: unverified, key: try verificationKey(record))
        guard let claims = try WireValue(json: Data(payload)).objectValue else { throw JWSError.malformed }
        return claims
    }

    /// Whether a token that this key signed may still be valid.
    func verifies(_ record: IdentityTokenKeyRecord) -> Bool {
        guard let retiredAt = record.retiredAt else { return true }
        return clock.now.timeIntervalSince(retiredAt) < Self.timeInRetirement
    }

    /// Replaces the current key; the old one verifies for a day and an hour, or no longer if it is discarded.
    ///
    /// Before the first token there is nothing to replace.
    func rotate(in store: any IdentityPoolStore, discardingOld: Bool) async throws {
        guard try await !store.read({ try $0.identityTokenKeys().isEmpty }) else { return }
        let fresh = try await generate()
        let now = clock.now
        try await store.write { store in
            for var key in try store.identityTokenKeys() where key.retiredAt == nil {
                key.retiredAt = now
                try store.update(key)
            }
            try store.deleteIdentityTokenKeys(
                retiredBefore: discardingOld ? .distantFuture : now.addingTimeInterval(-Self.timeInRetirement))
            try store.insert(fresh)
        }
    }

    private func current(in store: any IdentityPoolStore) async throws -> IdentityTokenKeyRecord {
        if let key = try await store.read({ try $0.identityTokenKeys().current }) { return key }
        let fresh = try await generate()
        return try await store.write { store in
            // Another call may have been faster.
            if let key = try store.identityTokenKeys().current { return key }
            try store.insert(fresh)
            return fresh
        }
    }

    private func generate() async throws -> IdentityTokenKeyRecord {
        try await compute.run { [self] in
            let key = try source.next()
            let id = keyID(of: key)
            let jwk = key.publicKey.jwk
            return IdentityTokenKeyRecord(
                id: id,
                sealedPrivateKey: sealer.seal(
                    key.derRepresentation, purpose: Self.purpose, context: Self.context(id)),
                modulus: jwk.n, exponent: jwk.e, createdAt: clock.now
            )
        }
    }

    /// The region and a number, as in the service; the number is of the public key, so that no two keys share an id.
    private func keyID(of key: RSASigningKey) -> String {
        let digest = Base64.decode(key.keyID) ?? Array(key.keyID.utf8)
        return "\(region)\(digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })"
    }

    private func verificationKey(_ record: IdentityTokenKeyRecord) throws(JWSError) -> JWSVerificationKey {
        if let key = parsed.withLock({ $0[record.id] }) { return key }
        let key = try JWSVerificationKey(n: record.modulus, e: record.exponent)
        parsed.withLock { $0[record.id] = key }
        return key
    }

    private func open(_ record: IdentityTokenKeyRecord) throws -> RSASigningKey {
        if let key = opened.withLock({ $0[record.id] }) { return key }
        let der = try sealer.open(
            record.sealedPrivateKey, purpose: Self.purpose, context: Self.context(record.id))
        let key = try RSASigningKey(derRepresentation: der)
        opened.withLock { $0[record.id] = key }
        return key
    }

    private static func context(_ keyID: String) -> [UInt8] { Array("cognito-identity|\(keyID)".utf8) }
}

extension [IdentityTokenKeyRecord] {
    /// The key that signs now: the newest one that is not retired.
    fileprivate var current: IdentityTokenKeyRecord? { first { $0.retiredAt == nil } }
}
