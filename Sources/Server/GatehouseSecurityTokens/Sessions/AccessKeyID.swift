// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto

/// The ids of temporary access keys: `ASIA` and 16 characters of `A-Z2-7`.
enum AccessKeyID {
    private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    private static let letters = Array(alphabet.utf8)
    private static let prefix = "ASIA"

    /// A new id.
    static func make(entropy: Entropy) -> String {
        prefix + entropy.characters(16, from: alphabet)
    }

    /// Whether `text` has the form of a temporary key's id.
    static func isTemporary(_ text: String) -> Bool {
        text.utf8.count == 20 && text.hasPrefix(prefix) && text.utf8.allSatisfy(letters.contains)
    }

    /// One character of the alphabet for each byte.
    static func characters(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.map { letters[Int($0 & 31)] }, as: UTF8.self)
    }

    /// The secret of a key, 40 characters; only this installation can derive it from the id.
    static func secret(of accessKeyID: String, by sealer: Sealer) -> String {
        Base64.encode(Array(sealer.mac(Array(accessKeyID.utf8), purpose: .temporarySecret).prefix(30)))
    }
}
