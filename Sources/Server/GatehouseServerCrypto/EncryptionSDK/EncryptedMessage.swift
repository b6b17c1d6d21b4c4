// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation
package import GatehouseCrypto

/// A message in the format of the AWS Encryption SDK, version 2.0, of one frame.
///
/// The suite is 04 78: AES-256-GCM under a key that HKDF-SHA512 derives for each message, with key commitment and
/// without a signature. Every release of the SDK from 2.0 on opens it, whatever its commitment policy.
package enum EncryptedMessage {
    private static let suite: [UInt8] = [0x04, 0x78]
    private static let messageIDBytes = 32
    private static let nonceBytes = 12
    private static let tagBits = 128
    private static let frameLength = 4_096

    /// Encrypts a text of less than a frame (4,096 bytes).
    ///
    /// - Parameters:
    ///   - plaintext: what only the key's holder may read.
    ///   - key: wraps the message's own key.
    ///   - context: shown in the message, and bound to it.
    ///   - entropy: where the message's own key comes from.
    /// - Returns: the whole message.
    package static func seal(
        _ plaintext: [UInt8], under key: RawAESKey, context: [String: String], entropy: Entropy
    ) -> [UInt8] {
        precondition(plaintext.count < frameLength, "a message has one frame")
        let dataKey = entropy.bytes(RawAESKey.byteCount)
        let messageID = entropy.bytes(messageIDBytes)
        let context = serialized(context)
        let wrapping = entropy.bytes(nonceBytes)
        let wrapped = key.wrap(dataKey, nonce: wrapping, authenticating: context)
        let header =
            [2] + suite + messageID + counted(context)
            + number(1, bytes: 2) + counted(Array(key.namespace.utf8)) + counted(keyInfo(key, nonce: wrapping))
            + counted(wrapped) + [2] + number(frameLength, bytes: 4)
            + derived(info: Array("COMMITKEY".utf8), from: dataKey, messageID: messageID)
        let derivedKey = SymmetricKey(
            data: derived(info: suite + Array("DERIVEKEY".utf8), from: dataKey, messageID: messageID))
        let headerTag = aesGCM([], key: derivedKey, nonce: number(0, bytes: nonceBytes), authenticating: header)
        return header + headerTag + finalFrame(plaintext, key: derivedKey, messageID: messageID)
    }

    private static func finalFrame(_ plaintext: [UInt8], key: SymmetricKey, messageID: [UInt8]) -> [UInt8] {
        let sequence = number(1, bytes: 4)
        let nonce = number(1, bytes: nonceBytes)
        let data =
            messageID + Array("AWSKMSEncryptionClient Final Frame".utf8) + sequence
            + number(plaintext.count, bytes: 8)
        return [0xFF, 0xFF, 0xFF, 0xFF] + sequence + nonce + number(plaintext.count, bytes: 4)
            + aesGCM(plaintext, key: key, nonce: nonce, authenticating: data)
    }

    /// The context as pairs in the order of their names; nothing at all for none.
    private static func serialized(_ context: [String: String]) -> [UInt8] {
        guard !context.isEmpty else { return [] }
        let pairs = context.map { (Array($0.key.utf8), Array($0.value.utf8)) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }
        return pairs.reduce(into: number(pairs.count, bytes: 2)) { $0 += counted($1.0) + counted($1.1) }
    }

    private static func keyInfo(_ key: RawAESKey, nonce: [UInt8]) -> [UInt8] {
        Array(key.name.utf8) + number(tagBits, bytes: 4) + number(nonce.count, bytes: 4) + nonce
    }

    private static func derived(info: [UInt8], from dataKey: [UInt8], messageID: [UInt8]) -> [UInt8] {
        let key = HKDF<SHA512>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: dataKey), salt: messageID, info: info,
            outputByteCount: RawAESKey.byteCount)
        return unsafe key.withUnsafeBytes { unsafe Array($0) }
    }

    /// The bytes behind their number, which has two.
    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        number(bytes.count, bytes: 2) + bytes
    }

    private static func number(_ value: Int, bytes count: Int) -> [UInt8] {
        (0..<count).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }
}

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
private func aesGCM(_ plaintext: [UInt8], key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8]) -> [UInt8] {
    do {
        let box = try AES.GCM.seal(plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: data)
        return Array(box.ciphertext + box.tag)
    } catch {
        preconditionFailure("encryption fails only for a wrong nonce or key length: \(error)")
    }
}
