// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Text for HTML.
package enum HTMLText {
    /// The text with the HTML characters escaped, for content and for quoted attributes.
    ///
    /// It works on Unicode scalars, as HTML parsers do: in a character of several scalars, such as a letter with a
    /// combining mark, `<` is still `<`.
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
