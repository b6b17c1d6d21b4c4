// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Text for HTML.
package enum HTMLText {
    /// The text with the HTML characters escaped, for content and for quoted attributes.
    package static func escaped(_ text: String) -> String {
        MarkupText.escaped(text, and: ["'"])
    }
}

/// Text for XML that this server writes.
package enum XMLText {
    /// The text with the XML characters escaped, for elements and for attributes in quotation marks.
    ///
    /// White space is escaped too, since a reader normalizes it in attributes (XML 1.0, section 3.3.3).
    package static func escaped(_ text: String) -> String {
        MarkupText.escaped(text, and: ["\t", "\n", "\r"])
    }
}

/// The escape that HTML and XML share.
private enum MarkupText {
    /// The text with `&`, `<`, `>`, `"` and some other characters as references.
    ///
    /// It works on Unicode scalars, as parsers of markup do: in a character of several scalars, such as a letter with a
    /// combining mark, `<` is still `<`.
    static func escaped(_ text: String, and others: [Unicode.Scalar]) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _ where others.contains(scalar): escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
