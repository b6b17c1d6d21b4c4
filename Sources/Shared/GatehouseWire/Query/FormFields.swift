// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// Fields of `application/x-www-form-urlencoded`.
package enum FormFields {
    /// Reads the fields in their order, with names that may repeat.
    /// - Throws: `tooLarge` for more than `maximum` fields, `notForm` for a broken escape or bytes that are not UTF-8,
    ///   or `notStreamSafe`.
    package static func read(_ form: String, maximum: Int) throws(WireSyntaxError) -> [(name: String, value: String)] {
        var pairs: [ArraySlice<UInt8>] = []
        var rest = Array(form.utf8)[...]
        while !rest.isEmpty {
            guard pairs.count < maximum else { throw .tooLarge }
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            if end > rest.startIndex { pairs.append(rest[..<end]) }
            rest = rest[end...].dropFirst()
        }
        var fields: [(name: String, value: String)] = []
        fields.reserveCapacity(pairs.count)
        for pair in pairs {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            fields.append((try decoded(pair[..<end]), try decoded(pair[end...].dropFirst())))
        }
        return fields
    }

    /// Writes fields, everything but the unreserved characters of RFC 3986 escaped.
    package static func text(_ fields: [(String, String)]) -> String {
        fields.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
    }

    /// The text that a name or a value means.
    /// - Throws: `notForm` for a broken escape or bytes that are not UTF-8, or `notStreamSafe`.
    package static func decoded(_ text: ArraySlice<UInt8>) throws(WireSyntaxError) -> String {
        let isPlain = !text.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }
        let bytes = try isPlain ? Array(text) : unescaped(text)
        guard let decoded = String(utf8: bytes) else { throw .notForm }
        guard StreamSafeText.contains(utf8: bytes) else { throw .notStreamSafe }
        return decoded
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) throws(WireSyntaxError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard text.endIndex - index > 2, let high = digit(text[index + 1]), let low = digit(text[index + 2])
                else { throw .notForm }
                bytes.append(high << 4 | low)
                index += 2
            case let byte: bytes.append(byte)
            }
            index += 1
        }
        return bytes
    }

    /// The text with everything but the unreserved characters of RFC 3986 escaped.
    package static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
