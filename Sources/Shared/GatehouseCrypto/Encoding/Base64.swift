// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Standard Base64 with padding (RFC 4648, section 4).
package enum Base64 {
    /// The padded text of the bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text = Base64Alphabet.standard.encode(bytes)
        while !text.count.isMultiple(of: 4) {
            text.append(UInt8(ascii: "="))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a padded text; `nil` if it is not the one text that ``encode(_:)`` gives for them.
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 4) else { return nil }
        var end = characters.count
        while end > 0, characters.count - end < 2, characters[end - 1] == UInt8(ascii: "=") {
            end -= 1
        }
        return Base64Alphabet.standard.decode(characters[..<end])
    }
}
