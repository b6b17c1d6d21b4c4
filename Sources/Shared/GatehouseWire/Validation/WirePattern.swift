// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A regular expression of a service model, compiled once; it must match the whole of a text.
package struct WirePattern: Sendable {
    /// The expression as the model writes it.
    package let source: String
    private let expression: NSRegularExpression?

    /// Compiles an expression of a service model.
    package init(_ source: String) {
        self.source = source
        // An expression that does not compile refuses everything; the tests compile every one of the models.
        expression = try? NSRegularExpression(pattern: "\\A(?:\(Self.translated(source)))\\z")
    }

    /// Whether the expression could be compiled.
    package var isCompiled: Bool { expression != nil }

    /// Whether the whole text matches.
    package func matches(_ text: String) -> Bool {
        guard let expression else { return false }
        let whole = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, options: [], range: whole) != nil
    }

    /// Writes out what the services' engine and this one read differently: `\w` and `\d` mean ASCII only, and a hyphen
    /// in a class that begins no range is itself.
    private static func translated(_ source: String) -> String {
        var output = ""
        var isInClass = false
        var rest = source[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                guard let escaped = rest.popFirst() else { return output + "\\" }
                output += translated(escape: escaped, isInClass: isInClass)
            case "[":
                output += isInClass ? "\\[" : "["
                isInClass = true
            case "]":
                output += "]"
                isInClass = false
            case "-" where isInClass && (rest.first == "]" || rest.first == "_" || output.hasSuffix("_")):
                output += "\\-"
            default:
                output.append(character)
            }
        }
        return output
    }

    private static func translated(escape: Character, isInClass: Bool) -> String {
        switch escape {
        case "w": isInClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
        case "d": isInClass ? "0-9" : "[0-9]"
        default: "\\\(escape)"
        }
    }
}
