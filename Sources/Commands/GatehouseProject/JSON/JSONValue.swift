// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// A JSON value with the order of its members and the digits of its numbers, so that a file can be written as it was.
package enum JSONValue: Sendable {
    /// A member of an object.
    package struct Member: Sendable, Equatable {
        /// The name, without escapes.
        package let name: String
        /// The value.
        package let value: JSONValue

        /// Makes a member.
        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }

        package static func == (left: Member, right: Member) -> Bool {
            left.name.hasBytes(of: right.name) && left.value == right.value
        }
    }

    /// The absence of a value, spelled out.
    case null
    /// True or false.
    case bool(Bool)
    /// A number, as it is written.
    case number(String)
    /// Text.
    case string(String)
    /// A sequence of values.
    case array([JSONValue])
    /// Members in their order.
    case object([Member])
}

extension JSONValue: Equatable {
    /// Compares texts by their bytes and numbers by their digits; the order of members counts.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left.hasBytes(of: right)
        case (.string(let left), .string(let right)): left.hasBytes(of: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSONValue {
    /// An array of texts.
    package static func strings(_ texts: some Sequence<String>) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }

    /// A number without a fraction.
    package static func integer(_ number: Int) -> JSONValue {
        .number(String(number))
    }

    /// A member of an object; `nil` for another value, or without such a member.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.hasBytes(of: name) }?.value
    }

    /// The kind of the value in words, for messages.
    package var kindInWords: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

/// Writes values as AWS's tool does: two blanks for each level, or all in one line.
struct JSONPrinter {
    /// The blanks of one level.
    var unit = "  "
    /// The end of a line.
    var lineBreak = "\n"

    /// The text of a value.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - indent: the blanks at the beginning of the line in which the value begins.
    ///   - isInline: whether the value takes one line.
    /// - Returns: the text.
    func text(_ value: JSONValue, indent: String = "", isInline: Bool = false) -> String {
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let digits): return digits
        case .string(let text): return Self.quoted(text)
        case .array(let elements):
            let inner = indent + unit
            return joined(
                elements.map { text($0, indent: inner, isInline: isInline) }, "[", "]", indent: indent,
                isInline: isInline)
        case .object(let members):
            let inner = indent + unit
            let texts = members.map {
                Self.quoted($0.name) + ": " + text($0.value, indent: inner, isInline: isInline)
            }
            return joined(texts, "{", "}", indent: indent, isInline: isInline)
        }
    }

    private func joined(
        _ parts: [String], _ opening: String, _ closing: String, indent: String, isInline: Bool
    ) -> String {
        if parts.isEmpty { return opening + closing }
        if isInline { return opening + parts.joined(separator: ", ") + closing }
        let inner = lineBreak + indent + unit
        return opening + inner + parts.joined(separator: "," + inner) + lineBreak + indent + closing
    }

    /// A text in quotation marks, with the escapes that JavaScript's `JSON.stringify` writes.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += Array(#"\b"#.utf8)
            case 0x09: bytes += Array(#"\t"#.utf8)
            case 0x0A: bytes += Array(#"\n"#.utf8)
            case 0x0C: bytes += Array(#"\f"#.utf8)
            case 0x0D: bytes += Array(#"\r"#.utf8)
            case 0..<0x20:
                bytes += Array((byte < 0x10 ? #"\u000"# : #"\u00"#).utf8) + Array(String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// The value in one line without blanks, as members have it that hold JSON as a text.
    package var compactText: String {
        switch self {
        case .null, .bool, .number, .string: JSONPrinter().text(self)
        case .array(let elements): "[" + elements.map(\.compactText).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSONPrinter.quoted($0.name) + ":" + $0.value.compactText }.joined(separator: ",") + "}"
        }
    }
}
