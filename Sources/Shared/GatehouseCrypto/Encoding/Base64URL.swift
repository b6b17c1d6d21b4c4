// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Base64 for names and addresses, without padding (RFC 4648, section 5; RFC 7515, section 2).
package enum Base64URL {
    /// The unpadded text of the bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Base64Alphabet.urlSafe.encode(bytes), as: UTF8.self)
    }

    /// The bytes of an unpadded text; `nil` if it is not the one text that ``encode(_:)`` gives for them.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        Base64Alphabet.urlSafe.decode(Array(text.utf8)[...])
    }
}
