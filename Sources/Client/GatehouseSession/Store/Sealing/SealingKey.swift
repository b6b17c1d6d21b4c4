// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// A key that seals the items of a store; it never prints.
package struct SealingKey: Sendable {
    /// The name of a key, which every item carries that it seals.
    package struct ID: Sendable, Hashable {
        /// The bytes of an id.
        static let byteCount = 16

        let bytes: [UInt8]

        /// The id as hexadecimal digits.
        package var text: String { Hex.encode(bytes) }

        init?(_ bytes: some Sequence<UInt8>) {
            self.bytes = Array(bytes)
            if self.bytes.count != Self.byteCount { return nil }
        }

        init?(text: String) {
            guard let bytes = Hex.decode(text) else { return nil }
            self.init(bytes)
        }
    }

    package let id: ID
    /// 32 bytes.
    package let bytes: [UInt8]

    /// Takes a key of 32 bytes.
    package init(id: ID, bytes: [UInt8]) {
        self.id = id
        self.bytes = bytes
    }

    /// Draws a new key; nil if the source draws fewer bytes than it should.
    init?(drawnFrom entropy: Entropy) {
        guard let id = ID(entropy.bytes(ID.byteCount)) else { return nil }
        self.init(id: id, bytes: entropy.bytes(AESGCM.keyBytes))
    }
}

extension SealingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(sealing key)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
