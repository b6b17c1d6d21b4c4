// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Text that stands in HTML.
package enum HTMLText {
    /// The text with everything escaped that HTML would take for markup, in content and in quoted attributes.
    ///
    /// It goes by scalars, as those who read HTML do: in a character of several, such as a letter and its mark, `<` is
    /// still `<`.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
