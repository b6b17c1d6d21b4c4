// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation

/// A key of 32 bytes that wraps the keys of messages, as the raw AES keyring of the AWS Encryption SDK does.
///
/// Its description shows the names alone.
package struct RawAESKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Bytes of a key.
    package static let byteCount = 32

    /// The keyring's namespace: the receiver of a message must use the same.
    package let namespace: String
    /// The key's name in the namespace.
    package let name: String
    private let key: SymmetricKey

    /// Takes a key; `nil` if it has not 32 bytes, or a name is empty or longer than 256 bytes.
    package init?(namespace: String, name: String, bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, (1...256).contains(namespace.utf8.count),
            (1...256).contains(name.utf8.count)
        else { return nil }
        self.namespace = namespace
        self.name = name
        key = SymmetricKey(data: bytes)
    }

    /// The key under which a message's own key travels with it.
    func wrap(_ dataKey: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) -> [UInt8] {
        aesGCM(dataKey, key: key, nonce: nonce, authenticating: context)
    }

    package var description: String { "RawAESKey(\(namespace), \(name))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["namespace": namespace, "name": name]) }
}

/// The ciphertext of AES-256-GCM, the tag of 16 bytes behind it.
func aesGCM(_ plaintext: [UInt8], key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8]) -> [UInt8] {
    do {
        let box = try AES.GCM.seal(plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: data)
        return Array(box.ciphertext + box.tag)
    } catch {
        preconditionFailure("encryption fails only for a wrong nonce or key length: \(error)")
    }
}
