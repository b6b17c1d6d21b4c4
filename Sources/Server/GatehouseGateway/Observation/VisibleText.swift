// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Text for a log or a terminal: characters that could begin a line, control the terminal or reorder the text are
/// replaced.
package enum VisibleText {
    /// The text with spaces for line breaks and tabs, and with escapes such as `\u{202E}` for other control and format
    /// characters.
    package static func of(_ text: String) -> String {
        // Almost all lines are printable ASCII, for which no property of a scalar is looked up.
        guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return text }
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
