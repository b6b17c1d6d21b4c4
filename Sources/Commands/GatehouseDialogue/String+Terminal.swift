// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension String {
    /// The text without white space at its end; characters by which a server could take over a terminal are replaced.
    package var withoutControls: String {
        var text = unicodeScalars
        while text.last?.properties.isWhitespace == true { text.removeLast() }
        return String(String.UnicodeScalarView(text.map { $0.changesTerminals ? "�" : $0 }))
    }
}

extension Unicode.Scalar {
    /// Whether a terminal does not show the character, but changes what it shows of the others: controls, ends of lines,
    /// and the characters that turn the direction of the text after them.
    var changesTerminals: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: properties.isBidiControl && !Self.directionMarks.contains(self)
        default: false
        }
    }

    /// The marks of a direction, which turn no other text.
    private static let directionMarks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{61C}"]
}

extension String {
    /// The text in lines of a width, broken at spaces; lines after the first are indented.
    ///
    /// A word that is longer than a line stays where it is: to break it would spoil an address.
    package func wrapped(width: Int = 80, indent: Int = 0) -> String {
        let words = split(separator: " ", omittingEmptySubsequences: false)
        var lines: [String] = []
        var line = String(words.first ?? "")
        for word in words.dropFirst() {
            if line.count + 1 + word.count <= width || indent + word.count > width {
                line += " " + word
            } else {
                lines.append(line)
                line = String(repeating: " ", count: indent) + word
            }
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
