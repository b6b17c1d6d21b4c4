// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation
import GatehouseCrypto

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
