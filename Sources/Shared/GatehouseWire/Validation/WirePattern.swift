// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// The constraints of a service model on a value.
package struct WireRule: Sendable {
    /// The least length of text, bytes or a collection, or the least number.
    let minimum: Int64?
    /// The greatest length or number.
    let maximum: Int64?
    /// The pattern that a text must match.
    let pattern: WirePattern?
    /// Whether the value, or anything in it, must not be repeated to the caller.
    let isSensitive: Bool
    /// The rules of the keys and the values of a map, or of the elements of a list; apart, since rules nest.
    private let parts: [WireRule?]

    /// Describes a scalar.
    package init(min: Int64? = nil, max: Int64? = nil, pattern: String? = nil, sensitive: Bool = false) {
        self.init(min: min, max: max, pattern: pattern.map(WirePattern.init), sensitive: sensitive, parts: [])
    }

    private init(min: Int64?, max: Int64?, pattern: WirePattern?, sensitive: Bool, parts: [WireRule?]) {
        minimum = min
        maximum = max
        self.pattern = pattern
        isSensitive = sensitive
        self.parts = parts
    }

    /// Describes a list by its length and its elements.
    package static func list(
        min: Int64? = nil, max: Int64? = nil, element: WireRule? = nil, sensitive: Bool = false
    ) -> WireRule {
        WireRule(min: min, max: max, pattern: nil, sensitive: sensitive, parts: [element])
    }

    /// Describes a map by its size, its keys and its values.
    package static func map(
        min: Int64? = nil, max: Int64? = nil, key: WireRule? = nil, value: WireRule? = nil, sensitive: Bool = false
    ) -> WireRule {
        WireRule(min: min, max: max, pattern: nil, sensitive: sensitive, parts: [key, value])
    }

    /// The constraints on each element of a list.
    var element: WireRule? { parts.count == 1 ? parts[0] : nil }
    /// The constraints on each key of a map.
    var key: WireRule? { parts.count == 2 ? parts[0] : nil }
    /// The constraints on each value of a map.
    var value: WireRule? { parts.count == 2 ? parts[1] : nil }
}

/// A regular expression of a service model, compiled once; it must match the whole of a text.
package struct WirePattern: Sendable {
    /// The expression as the model writes it.
    package let source: String
    private let compilation: Compilation

    /// Takes an expression of a service model.
    package init(_ source: String) {
        self.source = source
        compilation = Compilation(of: source)
    }

    /// Whether the expression can be compiled.
    package var isCompiled: Bool { compilation.result.expression != nil }

    /// Whether the whole text matches.
    package func matches(_ text: String) -> Bool {
        let compiled = compilation.result
        guard let expression = compiled.expression else { return false }
        if let ascii = compiled.ascii, !text.isEmpty, let answer = Self.matches(text.utf8, ascii) { return answer }
        return Self.matches(text, expression)
    }

    /// What an expression is compiled to.
    private struct Compiled: Sendable {
        let expression: NSRegularExpression?
        /// For an expression that is a single class, repeated: 1 for each ASCII character that the class holds, or 0.
        let ascii: [UInt8]?

        init(_ source: String) {
            // An expression that does not compile refuses everything; the tests compile every one of the models.
            expression = try? NSRegularExpression(pattern: "\\A(?:\(WirePattern.translated(source)))\\z")
            ascii = WirePattern.isRepeatedClass(source) ? expression.map(WirePattern.asciiMatches) : nil
        }
    }

    /// Compiles an expression when a text is first compared with it: of the hundreds of a server, few are ever used.
    private final class Compilation: Sendable {
        private let source: String
        private let known = Mutex<Compiled?>(nil)

        init(of source: String) {
            self.source = source
        }

        var result: Compiled {
            known.withLock { known in
                if let known { return known }
                let compiled = Compiled(source)
                known = compiled
                return compiled
            }
        }
    }

    /// Whether every character is in the class; `nil` if one is not ASCII.
    private static func matches(_ text: String.UTF8View, _ ascii: [UInt8]) -> Bool? {
        let answer = unsafe text.withContiguousStorageIfAvailable { unsafe matches($0, ascii) }
        return unsafe answer ?? Array(text).withUnsafeBufferPointer { unsafe matches($0, ascii) }
    }

    /// Reads all bytes without a branch, because tokens are long and match.
    private static func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ ascii: [UInt8]) -> Bool? {
        unsafe ascii.withUnsafeBufferPointer { ascii in
            var (bits, all): (UInt8, UInt8) = (0, 1)
            for index in bytes.indices {
                let byte = unsafe bytes[index]
                bits |= byte
                all &= unsafe ascii[Int(byte & 0x7F)]
            }
            return bits < 0x80 ? all == 1 : nil
        }
    }

    private static func matches(_ text: String, _ expression: NSRegularExpression) -> Bool {
        let whole = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, options: [], range: whole) != nil
    }

    /// Whether the expression has the form `[…]+` or `[…]*`, so that a text matches if each of its characters does.
    private static func isRepeatedClass(_ source: String) -> Bool {
        guard source.hasPrefix("["), source.hasSuffix("]+") || source.hasSuffix("]*") else { return false }
        var isEscaped = false
        for (position, byte) in source.utf8.enumerated() {
            if byte == UInt8(ascii: "]"), !isEscaped { return position == source.utf8.count - 2 }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return false
    }

    private static func asciiMatches(_ expression: NSRegularExpression) -> [UInt8] {
        (UInt8(0)..<0x80).map { matches(String(Unicode.Scalar($0)), expression) ? 1 : 0 }
    }

    /// Rewrites the parts that the services' engine and this one read differently: `\w` and `\d` mean ASCII only, and a
    /// hyphen in a class that begins no range is itself.
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
