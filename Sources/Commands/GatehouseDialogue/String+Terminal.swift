// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension String {
    /// The text without white space at its end; characters by which a server could take over a terminal are replaced.
    package var withoutControls: String {
        var text = unicodeScalars
        while text.last?.properties.isWhitespace == true { text.removeLast() }
        return String(String.UnicodeScalarView(text.map { $0.properties.generalCategory == .control ? "�" : $0 }))
    }
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
