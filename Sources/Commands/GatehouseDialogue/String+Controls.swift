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
