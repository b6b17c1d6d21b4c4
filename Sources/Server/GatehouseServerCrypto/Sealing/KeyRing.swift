// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
