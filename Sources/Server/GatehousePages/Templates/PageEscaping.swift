// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Mustache

/// The escaping of values in pages.
///
/// The library's own escaping looks at characters, and so misses a quotation mark that a combining mark follows. A
/// browser reads both separately, and the value would end its attribute.
struct PageEscaping: MustacheContentType {
    /// The name by which templates select the escaping.
    static let name = "PAGE"

    /// Makes the escaping known to the library; a template with its name is refused before.
    static let register: Void = MustacheContentTypes.register(PageEscaping(), named: name)

    func escapeText(_ text: String) -> String { Self.escaped(text) }

    /// The text with escapes for everything that could end a text or an attribute.
    static func escaped(_ text: String) -> String {
        var rest = Array(text.utf8)[...]
        var output: [UInt8] = []
        while let index = rest.firstIndex(where: isReplaced) {
            output += rest[..<index]
            output += replacement(of: rest[index]).utf8
            rest = rest[(index + 1)...]
        }
        guard !output.isEmpty else { return text }
        output += rest
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether a byte has a replacement; a question for each byte of a page, so that it makes no text.
    private static func isReplaced(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "`"), 0:
            true
        default: false
        }
    }

    private static func replacement(of byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case UInt8(ascii: "`"): "&#96;"
        default: "\u{FFFD}"
        }
    }
}
