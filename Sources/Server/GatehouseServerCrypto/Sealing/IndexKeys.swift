// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation
package import GatehouseCrypto
import Synchronization

/// The keys of keyed hashes, one for each purpose.
///
/// They belong to the installation: a database keeps them, sealed, and they never change, because the hashed values are
/// not kept. Its description shows no key.
package struct IndexKeys: Sendable, CustomStringConvertible, CustomReflectable {
    /// The length of a key in bytes.
    package static let byteCount = 32

    private let keys: [HashPurpose: SymmetricKey]
    /// The hash of each key at the beginning of a message, so that no message pays for the two blocks of the key.
    private let beginnings: [HashPurpose: KeyedHash]

    private init(_ bytes: (HashPurpose) -> [UInt8]) {
        let pairs = HashPurpose.allCases.map { purpose in (purpose, SymmetricKey(data: bytes(purpose))) }
        keys = Dictionary(uniqueKeysWithValues: pairs)
        beginnings = keys.mapValues { KeyedHash($0) }
    }

    /// Random keys, for a new installation.
    package static func random(_ entropy: Entropy) -> IndexKeys {
        IndexKeys { _ in entropy.bytes(byteCount) }
    }

    /// The keys that releases without stored index keys derived from the oldest master key.
    package static func derived(from key: SealingKey) -> IndexKeys {
        IndexKeys { purpose in
            unsafe key.subkey(purpose: "mac:" + purpose.rawValue).withUnsafeBytes { unsafe Array($0) }
        }
    }

    /// These keys, with stored keys in place of keys for the same purposes.
    package func replaced(by stored: [HashPurpose: [UInt8]]) -> IndexKeys {
        IndexKeys { purpose in stored[purpose] ?? bytes(for: purpose) }
    }

    /// The key of a purpose, to be sealed and stored.
    package func bytes(for purpose: HashPurpose) -> [UInt8] {
        unsafe key(for: purpose).withUnsafeBytes { unsafe Array($0) }
    }

    /// HMAC-SHA256 of a message under the key of a purpose, 32 bytes.
    func mac(_ message: [UInt8], purpose: HashPurpose) -> [UInt8] {
        guard let hash = beginnings[purpose] else { preconditionFailure("every purpose has a key") }
        return hash.code(of: message)
    }

    private func key(for purpose: HashPurpose) -> SymmetricKey {
        guard let key = keys[purpose] else { preconditionFailure("every purpose has a key") }
        return key
    }

    package var description: String { "IndexKeys" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// HMAC-SHA256 (RFC 2104) under one key, whose two blocks are hashed once.
///
/// The library's `HMAC` is generic code, which takes twice the instructions for a short message.
private struct KeyedHash: Sendable {
    private let inner: SHA256
    private let outer: SHA256

    /// Takes a key that is not longer than a block, as the keys here are.
    init(_ key: SymmetricKey) {
        var block = unsafe key.withUnsafeBytes { unsafe Array($0) }
        block += [UInt8](repeating: 0, count: SHA256.blockByteCount - block.count)
        inner = Self.hash(beginningWith: block.map { $0 ^ 0x36 })
        outer = Self.hash(beginningWith: block.map { $0 ^ 0x5C })
    }

    /// The code of a message, 32 bytes.
    func code(of message: [UInt8]) -> [UInt8] {
        var (inner, outer) = (self.inner, self.outer)
        unsafe message.withUnsafeBytes { unsafe inner.update(bufferPointer: $0) }
        unsafe inner.finalize().withUnsafeBytes { unsafe outer.update(bufferPointer: $0) }
        return unsafe outer.finalize().withUnsafeBytes { unsafe Array($0) }
    }

    private static func hash(beginningWith block: [UInt8]) -> SHA256 {
        var hash = SHA256()
        hash.update(data: block)
        return hash
    }
}

/// Remembers derived keys, which cost more than a seal.
///
/// Purposes are few and fixed, so the memory is bounded by them.
final class SubkeyCache: Sendable {
    private struct Name: Hashable {
        let keyID: String
        let purpose: String
    }

    private static let limit = 1_024
    private let keys = Mutex<[Name: SymmetricKey]>([:])

    /// The key of a master key for a purpose, derived once.
    func key(of master: SealingKey, purpose: String) -> SymmetricKey {
        let name = Name(keyID: master.id, purpose: purpose)
        if let known = keys.withLock({ $0[name] }) {
            return known
        }
        let derived = master.subkey(purpose: purpose)
        keys.withLock { keys in
            if keys.count >= Self.limit {
                keys.removeAll()
            }
            keys[name] = derived
        }
        return derived
    }
}
