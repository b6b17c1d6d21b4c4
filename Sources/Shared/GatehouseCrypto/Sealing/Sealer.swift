// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation

/// Encrypts and authenticates what rests or travels outside the process: AES-256-GCM under a key for each purpose.
///
/// Format: version (1 byte), length of the key id (1 byte), key id, nonce (12), ciphertext, tag (16). The part before
/// the nonce and the context are authenticated; the purpose chooses the key. Nonces are random: a key serves 2^32
/// seals.
package struct Sealer: Sendable {
    private static let version: UInt8 = 1
    private static let nonceBytes = 12
    private static let tagBytes = 16

    private let ring: KeyRing
    private let entropy: Entropy
    private let subkeys = SubkeyCache()

    package init(ring: KeyRing, entropy: Entropy) {
        self.ring = ring
        self.entropy = entropy
    }

    /// Seals under the ring's current key.
    ///
    /// What opens must name the same purpose and context.
    package func seal(_ plaintext: [UInt8], purpose: String, context: [UInt8] = []) -> [UInt8] {
        let header = [Self.version, UInt8(ring.current.id.utf8.count)] + Array(ring.current.id.utf8)
        do {
            let box = try AES.GCM.seal(
                plaintext,
                using: subkeys.key(of: ring.current, purpose: purpose),
                nonce: AES.GCM.Nonce(data: entropy.bytes(Self.nonceBytes)),
                authenticating: header + context
            )
            return header + box.nonce + box.ciphertext + box.tag
        } catch {
            preconditionFailure("sealing fails only for a wrong nonce or key length: \(error)")
        }
    }

    /// Opens what ``seal(_:purpose:context:)`` made, under whichever key of the ring it names.
    ///
    /// Throws `malformed`, `unknownKey` or `notAuthentic`.
    package func open(_ sealed: [UInt8], purpose: String, context: [UInt8] = []) throws(SealingError) -> [UInt8] {
        guard sealed.count >= 2, sealed[0] == Self.version else { throw .malformed }
        let headerEnd = 2 + Int(sealed[1])
        guard sealed.count >= headerEnd + Self.nonceBytes + Self.tagBytes else { throw .malformed }
        let id = sealed[2..<headerEnd]
        guard let key = ring.keys.first(where: { $0.id.utf8.elementsEqual(id) }) else { throw .unknownKey }
        do {
            let box = try AES.GCM.SealedBox(combined: sealed[headerEnd...])
            let subkey = subkeys.key(of: key, purpose: purpose)
            return try Array(AES.GCM.open(box, using: subkey, authenticating: sealed[..<headerEnd] + context))
        } catch {
            throw .notAuthentic
        }
    }

    /// A keyed hash, 32 bytes, under which codes and refresh tokens are stored and found.
    ///
    /// It is made with the ring's index key, its oldest, so that it stays the same when keys are added.
    package func mac(_ message: [UInt8], purpose: String) -> [UInt8] {
        let key = subkeys.key(of: ring.index, purpose: "mac:" + purpose)
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    }
}
