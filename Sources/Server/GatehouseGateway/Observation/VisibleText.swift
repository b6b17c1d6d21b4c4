// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Text for a log or a terminal: characters that could begin a line, control the terminal or reorder the text are
/// replaced.
package enum VisibleText {
    /// The text with spaces for line breaks and tabs, and with escapes such as `\u{202E}` for other control and format
    /// characters.
    package static func of(_ text: String) -> String {
        isPlain(text.utf8) ? text : escaped(text)
    }

    /// The same for text in UTF-8.
    static func of(_ utf8: [UInt8]) -> [UInt8] {
        isPlain(utf8) ? utf8 : Array(escaped(String(decoding: utf8, as: UTF8.self)).utf8)
    }

    /// Whether a text is printable ASCII, as almost all are, so that no property of a scalar is looked up.
    static func isPlain(_ utf8: some Sequence<UInt8>) -> Bool { utf8.allSatisfy { $0 >= 0x20 && $0 <= 0x7E } }

    private static func escaped(_ text: String) -> String {
        var visible = ""
        for scalar in text.unicodeScalars {
            switch (scalar, scalar.properties.generalCategory) {
            case ("\t", _), ("\n", _), ("\r", _), ("\u{85}", _), (_, .lineSeparator), (_, .paragraphSeparator):
                visible += " "
            case (_, .control), (_, .format):
                visible += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default:
                visible.unicodeScalars.append(scalar)
            }
        }
        return visible
    }
}
