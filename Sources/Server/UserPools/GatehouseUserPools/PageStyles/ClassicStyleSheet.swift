// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

/// The rules for the style sheet of the classic pages: Cognito's classes and properties, with plain values.
///
/// The grammar has no at-rules, no addresses, no escapes and no markup, so that a style sheet can neither load anything
/// nor leave its place in a page.
enum ClassicStyleSheet {
    /// The classes of the pages; each may be followed by `:hover`, `:focus` or `:active`.
    static let classes: Set<String> = [
        "background-customizable", "banner-customizable", "errorMessage-customizable", "idpButton-customizable",
        "idpDescription-customizable", "inputField-customizable", "label-customizable", "legalText-customizable",
        "logo-customizable", "passwordCheck-notValid-customizable", "passwordCheck-valid-customizable",
        "redirect-customizable", "socialButton-customizable", "submitButton-customizable",
        "textDescription-customizable",
    ]

    /// The properties that the rules of every class may set.
    static let properties: Set<String> = [
        "background", "background-color", "border", "border-color", "border-radius", "box-sizing", "color", "display",
        "font-size", "font-weight", "height", "margin", "margin-bottom", "margin-left", "margin-right", "margin-top",
        "max-height", "max-width", "outline", "padding", "padding-bottom", "padding-left", "padding-right",
        "padding-top", "text-align", "width",
    ]

    private static let states: Set<String> = ["hover", "focus", "active"]
    private static let functions: Set<String> = ["rgb", "rgba", "hsl", "hsla"]
    private static let longestValue = 256

    /// Checks a style sheet, in one pass over its bytes.
    ///
    /// - Throws: `InvalidParameterException` for the first part that the rules do not allow.
    static func check(_ css: String) throws(ServiceFault) {
        var rest = try withoutComments(Array(css.utf8))[...]
        while let start = rest.firstIndex(where: { !isSpace($0) }) {
            guard let open = rest[start...].firstIndex(of: UInt8(ascii: "{")),
                let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
            else { throw refusal(of: "rule", rest[start...]) }
            for selector in rest[start..<open].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                try checkSelector(trimmed(selector))
            }
            for declaration in rest[(open + 1)..<close].split(separator: UInt8(ascii: ";")) {
                let declaration = trimmed(declaration)
                if !declaration.isEmpty { try checkDeclaration(declaration) }
            }
            rest = rest[(close + 1)...]
        }
    }

    private static func checkSelector(_ selector: ArraySlice<UInt8>) throws(ServiceFault) {
        let parts = selector.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard selector.first == UInt8(ascii: "."), (1...2).contains(parts.count),
            classes.contains(word(parts[0])), parts.count == 1 || states.contains(word(parts[1]))
        else { throw refusal(of: "selector", selector) }
    }

    private static func checkDeclaration(_ declaration: ArraySlice<UInt8>) throws(ServiceFault) {
        guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else {
            throw refusal(of: "declaration", declaration)
        }
        let property = trimmed(declaration[..<colon])
        guard properties.contains(word(property).lowercased()) else { throw refusal(of: "property", property) }
        let value = trimmed(declaration[(colon + 1)...])
        guard isPlain(value) else { throw refusal(of: "value", value) }
    }

    /// Whether a value has only words, numbers, colours and the functions of colours.
    private static func isPlain(_ value: ArraySlice<UInt8>) -> Bool {
        guard (1...longestValue).contains(value.count) else { return false }
        var word: [UInt8] = []
        var isInside = false
        for byte in value {
            switch byte {
            case UInt8(ascii: "("):
                guard !isInside, functions.contains(Self.word(word[...]).lowercased()) else { return false }
                isInside = true
            case UInt8(ascii: ")"):
                guard isInside else { return false }
                isInside = false
            default:
                guard isWord(byte) || isSpace(byte) || "#%.,!+".utf8.contains(byte) else { return false }
            }
            if isWord(byte) { word.append(byte) } else { word = [] }
        }
        return !isInside
    }

    /// The style sheet with a space instead of each comment.
    ///
    /// Nowhere, not even in a comment, may it contain a control character or what ends a `style` element.
    private static func withoutComments(_ css: [UInt8]) throws(ServiceFault) -> [UInt8] {
        for (index, byte) in css.enumerated() where byte == UInt8(ascii: "<") || isControl(byte) {
            throw refusal(of: "character", css[index...index])
        }
        var output: [UInt8] = []
        output.reserveCapacity(css.count)
        var index = 0
        while index < css.count {
            guard css[index...].starts(with: "/*".utf8) else {
                output.append(css[index])
                index += 1
                continue
            }
            var end = index + 2
            while end < css.count, !css[end...].starts(with: "*/".utf8) { end += 1 }
            guard end < css.count else { throw refusal(of: "comment", css[index...]) }
            output.append(UInt8(ascii: " "))
            index = end + 2
        }
        return output
    }

    private static func refusal(of part: String, _ bytes: ArraySlice<UInt8>) -> ServiceFault {
        let shown = bytes.prefix(64).filter { $0 < 0x80 && !isControl($0) }
        return .invalidParameter("The CSS has a \(part) that is not allowed: \(text(shown[...]))")
    }

    private static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 || byte == 0x7F) && !isSpace(byte) }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return [] }
        return bytes[...last].drop(while: isSpace)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// A name, or the empty text for other bytes and for more than any name has.
    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.count <= 64 && bytes.allSatisfy(isWord) ? text(bytes) : ""
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
