// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation
package import GatehouseCrypto

/// The master keys of an installation, oldest first: one seals, all open.
///
/// The *current* key seals. An older key may be removed after everything was sealed again under the current one.
package struct KeyRing: Sendable, CustomStringConvertible {
    /// All keys, oldest first.
    package let keys: [SealingKey]
    /// The key that seals.
    package let current: SealingKey
    /// The oldest key, from which earlier releases derived the keys of keyed hashes.
    package let oldest: SealingKey

    /// Takes keys, oldest first, and the id of the current one.
    ///
    /// Throws `noCurrentKey` or `duplicateKey`.
    package init(keys: [SealingKey], current id: String) throws(SealingError) {
        guard let current = keys.first(where: { $0.id == id }), let oldest = keys.first else { throw .noCurrentKey }
        guard Set(keys.map(\.id)).count == keys.count else { throw .duplicateKey }
        self.keys = keys
        self.current = current
        self.oldest = oldest
    }

    /// Makes a key ring of one key.
    package init(_ key: SealingKey) {
        (keys, current, oldest) = ([key], key, key)
    }

    /// Reads a key ring from lines `id:base64`, oldest first; the last is current.
    ///
    /// Empty lines and `#` lines do not count.
    ///
    /// A new key is added by appending a line. Throws `malformedKeyLine`, `noCurrentKey` or `duplicateKey`.
    package init(text: String) throws(SealingError) {
        var keys: [SealingKey] = []
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false).map { Self.trimmed($0) }
            guard !line.starts(with: "#"), parts != [""] else { continue }
            guard parts.count == 2 else {
                throw .malformedKeyLine(number + 1, parts.count == 1 && Self.isKey(parts[0]) ? .withoutID : .key)
            }
            guard Self.isKey(parts[1]), let bytes = Base64.decode(parts[1]) else {
                throw .malformedKeyLine(number + 1, .key)
            }
            guard let key = try? SealingKey(id: parts[0], bytes: bytes) else {
                throw .malformedKeyLine(number + 1, .id)
            }
            keys.append(key)
        }
        try self.init(keys: keys, current: keys.last?.id ?? "")
    }

    /// Makes a key ring of one new key.
    package static func generate(id: String, entropy: Entropy = .system) throws(SealingError) -> KeyRing {
        try KeyRing(keys: [SealingKey(id: id, bytes: entropy.bytes(SealingKey.byteCount))], current: id)
    }

    /// This key ring with one more key, which becomes the current one.
    ///
    /// Throws `malformedKey` or `duplicateKey`.
    package func rotated(id: String, entropy: Entropy = .system) throws(SealingError) -> KeyRing {
        try KeyRing(keys: keys + [SealingKey(id: id, bytes: entropy.bytes(SealingKey.byteCount))], current: id)
    }

    /// The key ring as ``init(text:)`` reads it, if its last key is current.
    ///
    /// This shows the keys; it is for writing the file.
    package var text: String { keys.map { $0.line + "\n" }.joined() }

    package var description: String { "KeyRing(\(keys.map(\.id).joined(separator: ", ")); current \(current.id))" }

    private static func isKey(_ text: String) -> Bool { Base64.decode(text)?.count == SealingKey.byteCount }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// A master key of 32 bytes and its name.
///
/// Its description shows the name alone.
package struct SealingKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Bytes of a master key.
    package static let byteCount = 32

    /// The name that sealed bytes carry: 1 to 32 ASCII letters, digits, `-` and `_`.
    package let id: String

    let master: SymmetricKey

    /// Takes a name and 32 bytes; throws `malformedKey`.
    package init(id: String, bytes: [UInt8]) throws(SealingError) {
        guard (1...32).contains(id.utf8.count), id.utf8.allSatisfy(Self.isNameCharacter),
            bytes.count == Self.byteCount
        else { throw .malformedKey }
        self.id = id
        master = SymmetricKey(data: bytes)
    }

    /// The key as a line of a key ring's text, `id:base64`.
    ///
    /// This shows the key; it is for writing the key ring's file.
    package var line: String {
        "\(id):\(Base64.encode(unsafe master.withUnsafeBytes { unsafe Array($0) }))"
    }

    /// The key for one purpose, by HKDF-SHA256 (RFC 5869).
    func subkey(purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: master,
            salt: [UInt8](),
            info: Array("gatehouse sealing 1:\(purpose)".utf8),
            outputByteCount: Self.byteCount
        )
    }

    package var description: String { "SealingKey(\(id))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }

    private static func isNameCharacter(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
