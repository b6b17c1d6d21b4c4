// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Synchronization

/// A cache of signing keys by the digest of the secret and the scope that they derive from: callers sign for one scope
/// all day.
///
/// A derived key never changes, and a secret is looked up before each use, so a removed access key stays removed.
final class DerivedSigningKeys: Sendable {
    /// The maximum number of keys; a full cache is emptied.
    private static let capacity = 1_024
    /// The length of a region in bytes above which its keys are not kept, because callers choose it.
    private static let longestRegion = 64

    private let keys = Mutex<[[UInt8]: SigningKey]>([:])

    /// Verifies a signature by the key of a secret; only the keys of verified signatures are kept.
    /// - Throws: `SigV4Error.wrongSignature`.
    func verify(_ signature: UnprovenSignature, bySecret secret: String) throws(SigV4Error) {
        let scope = signature.authorization
        let origin = sha256(Array("\(secret)\n\(scope.day)\n\(scope.region)\n\(scope.service)".utf8))
        if let known = keys.withLock({ $0[origin] }) { return try signature.verify(by: known) }
        let key = SigningKey(
            secretAccessKey: secret, day: scope.day, region: scope.region, service: scope.service)
        try signature.verify(by: key)
        guard scope.region.utf8.count <= Self.longestRegion else { return }
        keys.withLock { keys in
            if keys.count >= Self.capacity { keys.removeAll() }
            keys[origin] = key
        }
    }
}
