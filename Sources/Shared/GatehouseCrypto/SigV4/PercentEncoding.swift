// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Percent encoding for signatures (RFC 3986, section 2): unreserved characters stay, hexadecimal in upper case.
package enum PercentEncoding {
    private static let digits = [UInt8]("0123456789ABCDEF".utf8)

    /// Encodes every byte but letters, digits, `-._~`, and the bytes of `keeping`.
    package static func encode(_ text: some StringProtocol, keeping kept: UInt8? = nil) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || byte == kept {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes `%xx`; anything else, a broken escape included, is kept as it is.
    static func decode(_ bytes: some Collection<UInt8>) -> String {
        let encoded = Array(bytes)
        var decoded: [UInt8] = []
        var index = 0
        while index < encoded.count {
            if encoded[index] == UInt8(ascii: "%"), index + 2 < encoded.count,
                let byte = Hex.decode(String(decoding: encoded[index + 1...index + 2], as: UTF8.self))
            {
                decoded += byte
                index += 3
            } else {
                decoded.append(encoded[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Whether every `%` begins an escape, and the decoded bytes are UTF-8.
    static func isWellFormed(_ bytes: some Collection<UInt8>) -> Bool {
        let encoded = Array(bytes)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoded.count)
        var index = 0
        while index < encoded.count {
            guard encoded[index] == UInt8(ascii: "%") else {
                decoded.append(encoded[index])
                index += 1
                continue
            }
            guard index + 2 < encoded.count,
                let byte = Hex.decode(String(decoding: encoded[index + 1...index + 2], as: UTF8.self))
            else { return false }
            // A separator is one byte of ASCII, so it ends no sequence of UTF-8: the whole is valid if each part is.
            decoded += byte
            index += 3
        }
        return String(validating: decoded, as: UTF8.self) != nil
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
