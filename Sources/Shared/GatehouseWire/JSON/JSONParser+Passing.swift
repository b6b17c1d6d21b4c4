// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// The parser passes over a document and makes no values of it; it refuses the same documents as the reader of values.
extension JSONParser {
    /// The beginning of a value that the parser has passed.
    enum Passed {
        /// The absence of a value, spelled out.
        case null
        /// A truth value or a number, and the position where it begins.
        case scalar(Int)
        /// Text.
        case text(PassedText)
        /// An array, whose elements follow, and the position where it begins.
        case array(Int)
        /// An object, whose members follow, and the position where it begins.
        case object(Int)
    }

    /// A text that the parser has passed.
    enum PassedText {
        /// The bytes between the quotation marks are the text, and all of them are ASCII.
        case plain(Range<Int>)
        /// The text has other characters or was written with escapes.
        case other(String)
    }

    /// Passes a scalar value, or the beginning of another one.
    ///
    /// - Throws: `WireSyntaxError`.
    mutating func passPart() throws(WireSyntaxError) -> Passed {
        let first = next()
        let start = position
        switch first {
        case UInt8(ascii: "\""): return .text(try passText())
        case UInt8(ascii: "{"):
            try enter()
            return .object(start)
        case UInt8(ascii: "["):
            try enter()
            return .array(start)
        default:
            // A number is read, since one out of range is refused.
            if case .null = try part() { return .null }
            return .scalar(start)
        }
    }

    /// Goes to the value of the next member of an object.
    ///
    /// - Returns: the name of the member; after `nil`, the object is passed.
    /// - Throws: `WireSyntaxError`.
    mutating func passMember(isFirst: Bool) throws(WireSyntaxError) -> PassedText? {
        guard try follows(isFirst: isFirst, closing: UInt8(ascii: "}")) else { return nil }
        guard next() == UInt8(ascii: "\"") else { throw .notJSON }
        let name = try passText()
        guard take(UInt8(ascii: ":")) else { throw .notJSON }
        return name
    }

    private mutating func passText() throws(WireSyntaxError) -> PassedText {
        let quote = position
        position += 1
        let isASCII = skipPlainText()
        if isASCII, position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            position += 1
            return .plain(quote + 1..<position - 1)
        }
        position = quote
        return .other(try string())
    }
}
