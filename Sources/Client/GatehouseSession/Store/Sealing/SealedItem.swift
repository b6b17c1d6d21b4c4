// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

/// The sealed form of an item: a head, the id of the key, a nonce, and the item encrypted with AES-256-GCM.
///
/// The tag authenticates the head, the id and the name of the file as well, so that no item can take another's place.
struct SealedItem {
    /// The first bytes; no text in UTF-8 has 0xFF, so that no item that is not sealed begins like this.
    private static let prefix: [UInt8] = [0xFF] + "gatehouse".utf8
    /// The number of this layout, the byte after the prefix.
    private static let layout: UInt8 = 1

    let keyID: SealingKey.ID
    private let nonce: [UInt8]
    private let sealed: [UInt8]

    /// Whether the bytes form a sealed item, of any layout.
    static func isSealed(_ data: Data) -> Bool { data.starts(with: prefix) }

    /// Takes a sealed item apart.
    ///
    /// - Throws: `StoreError` for one that is damaged (`.understanding`), or of the layout of a later release
    ///   (`.reading`).
    init(_ data: Data) throws(StoreError) {
        let bytes = Array(data.dropFirst(Self.prefix.count))
        guard Self.isSealed(data), let layout = bytes.first else { throw .damaged }
        guard layout == Self.layout else {
            throw StoreError(.reading, reason: "An item was sealed by a later release, which can read it.")
        }
        let rest = bytes.dropFirst()
        guard rest.count >= SealingKey.ID.byteCount + AESGCM.nonceBytes + AESGCM.tagBytes,
            let id = SealingKey.ID(rest.prefix(SealingKey.ID.byteCount))
        else { throw .damaged }
        keyID = id
        nonce = Array(rest.dropFirst(SealingKey.ID.byteCount).prefix(AESGCM.nonceBytes))
        sealed = Array(rest.dropFirst(SealingKey.ID.byteCount + AESGCM.nonceBytes))
    }

    /// Seals an item.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - file: the name of its file.
    ///   - key: the key.
    ///   - entropy: the source of the nonce.
    /// - Returns: the content of the file.
    static func seal(_ item: Data, in file: FileName, with key: SealingKey, _ entropy: Entropy) -> Data {
        let nonce = entropy.bytes(AESGCM.nonceBytes)
        let sealed = AESGCM.seal(Array(item), key: key.bytes, nonce: nonce, context: context(key.id, file))
        return Data(prefix + [layout] + key.id.bytes + nonce + sealed)
    }

    /// The item; nil if the file was changed, or is not its own.
    func opened(in file: FileName, with key: SealingKey) -> Data? {
        AESGCM.open(sealed, key: key.bytes, nonce: nonce, context: Self.context(keyID, file)).map { Data($0) }
    }

    private static func context(_ id: SealingKey.ID, _ file: FileName) -> [UInt8] {
        prefix + [layout] + id.bytes + file.text.utf8
    }
}

extension StoreError {
    /// A sealed item with other bytes than the written ones.
    static var damaged: StoreError { StoreError(.understanding, reason: "A sealed item is damaged.") }
}
