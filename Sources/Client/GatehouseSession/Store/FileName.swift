// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

/// A key as the name of a file: characters other than letters, digits and `-._:@` are escaped, so that no key leaves
/// the directory and no two keys share a file.
struct FileName {
    private static let longest = 180

    let text: String

    init(_ key: String) {
        let escaped = Self.escape(key)
        let name = escaped.isEmpty ? "%empty" : escaped
        text = name.utf8.count <= Self.longest ? name : "%sha256-" + Hex.encode(sha256(Array(key.utf8)))
    }

    /// The name of a file that is there.
    init(existing name: String) {
        text = name
    }

    /// The key of a file with that name; nil if the name does not contain it, as for a long key.
    static func key(of name: String) -> String? {
        guard let key = name.removingPercentEncoding, FileName(key).text == name else { return nil }
        return key
    }

    private static func escape(_ key: String) -> String {
        var bytes: [UInt8] = []
        for (index, byte) in key.utf8.enumerated() {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x3A, 0x40: bytes.append(byte)
            case 0x2E where index > 0: bytes.append(byte)
            default: bytes += [0x25] + Hex.encode([byte]).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
