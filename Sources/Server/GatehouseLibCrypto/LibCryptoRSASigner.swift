// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto
import Synchronization

/// Signs tokens with the system's libcrypto, and caches the keys that it has read.
package final class LibCryptoRSASigner: RSASigner {
    /// The size of the cache; when it is full, all keys are dropped and read again on demand.
    private static let limit = 4_096

    private let keys = Mutex<[String: LibCryptoRSAKey]>([:])

    package init() {}

    /// Signs by RS256.
    ///
    /// Throws `JWSError.malformedKey` if libcrypto cannot read or use the key.
    package func sign(_ message: [UInt8], with key: RSASigningKey) throws -> [UInt8] {
        try prepared(key).sign(message)
    }

    private func prepared(_ key: RSASigningKey) throws(JWSError) -> LibCryptoRSAKey {
        if let known = keys.withLock({ $0[key.keyID] }) {
            return known
        }
        let prepared = try LibCryptoRSAKey(derRepresentation: key.derRepresentation)
        keys.withLock { keys in
            if keys.count >= Self.limit {
                keys.removeAll()
            }
            keys[key.keyID] = prepared
        }
        return prepared
    }
}
