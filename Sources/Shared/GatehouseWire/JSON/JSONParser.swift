// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Reads one JSON document (RFC 8259) part by part, byte by byte; its caller makes values of the parts.
///
/// Its own parser because a decoder finds a value's type by trial: each wrong guess throws, and a hostile document of a
/// megabyte then costs seconds before anything of it is checked. Here the work grows with the length alone.
///
/// The caller reads a whole value before it asks for the next element or member.
package struct JSONParser {
    /// The beginning of a value.
    package enum Part {
        /// The absence of a value, spelled out.
        case null
        /// True or false.
        case bool(Bool)
        /// A number without a fraction that fits in 64 bits.
        case integer(Int64)
        /// Any other number.
        case double(Double)
        /// Text.
        case string(String)
        /// An array, whose elements follow.
        case array
        /// An object, whose members follow.
        case object
    }

    let bytes: [UInt8]
    private let maximumDepth: Int
    private var depth = 0
    /// The position of the next byte.
    package internal(set) var position = 0

    /// Begins with a document in UTF-8.
    package init(_ bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Reads a scalar value, or the beginning of another one.
    ///
    /// - Throws: `WireSyntaxError`.
    package mutating func part() throws(WireSyntaxError) -> Part {
        switch next() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"):
            try enter()
            return .object
        case UInt8(ascii: "["):
            try enter()
            return .array
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    /// Ends the document.
    ///
    /// - Throws: `WireSyntaxError` if more than blanks follows.
    package mutating func end() throws(WireSyntaxError) {
        guard next() == nil else { throw .notJSON }
    }

    // MARK: - Structure

    mutating func enter() throws(WireSyntaxError) {
        guard depth < maximumDepth else { throw .tooDeep }
        depth += 1
        position += 1
    }

    /// Goes to the next element of an array.
    ///
    /// - Returns: whether there is one; after `false`, the array is read.
    /// - Throws: `WireSyntaxError`.
    package mutating func hasElement(isFirst: Bool) throws(WireSyntaxError) -> Bool {
        try follows(isFirst: isFirst, closing: UInt8(ascii: "]"))
    }

    /// Goes to the value of the next member of an object.
    ///
    /// - Returns: the name of the member; after `nil`, the object is read.
    /// - Throws: `WireSyntaxError`.
    package mutating func member(isFirst: Bool) throws(WireSyntaxError) -> String? {
        guard try follows(isFirst: isFirst, closing: UInt8(ascii: "}")) else { return nil }
        guard next() == UInt8(ascii: "\"") else { throw .notJSON }
        let name = try string()
        guard take(UInt8(ascii: ":")) else { throw .notJSON }
        return name
    }

    mutating func follows(isFirst: Bool, closing bracket: UInt8) throws(WireSyntaxError) -> Bool {
        if take(bracket) {
            depth -= 1
            return false
        }
        guard isFirst || take(UInt8(ascii: ",")) else { throw .notJSON }
        return true
    }

    private mutating func word(_ text: String, _ value: Part) throws(WireSyntaxError) -> Part {
        guard bytes[position...].starts(with: text.utf8) else { throw .notJSON }
        position += text.utf8.count
        return value
    }

    /// The next byte that is not a blank; it is not taken.
    mutating func next() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return bytes[position]
            }
        }
        return nil
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        position += 1
        return true
    }

    // MARK: - Numbers

    private mutating func number() throws(WireSyntaxError) -> Part {
        let start = position
        skip(UInt8(ascii: "-"))
        let isZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !isZero || whole == 1 else { throw .notJSON }
        let fraction = skip(UInt8(ascii: "."))
        if fraction, digits() == 0 { throw .notJSON }
        let exponent = skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E"))
        if exponent {
            if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
            guard digits() > 0 else { throw .notJSON }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if !fraction, !exponent, let integer = Int64(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else { throw .notJSON }
        return Int64(exactly: double).map(Part.integer) ?? .double(double)
    }

    @discardableResult
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func digits() -> Int {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position - start
    }

    // MARK: - Text

    mutating func string() throws(WireSyntaxError) -> String {
        position += 1
        let start = position
        let isASCII = skipPlainText()
        guard position < bytes.count else { throw .notJSON }
        if bytes[position] == UInt8(ascii: "\"") {
            let plain = bytes[start..<position]
            position += 1
            // ASCII is valid; the check takes several times as long as the copy.
            if isASCII { return String(decoding: plain, as: UTF8.self) }
            guard let string = String(validating: plain, as: UTF8.self) else { throw .notJSON }
            return string
        }
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw .notJSON }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw .notJSON
            default: text.append(byte)
            }
        }
        throw .notJSON
    }

    /// Goes to the first byte that is not plain text: an escape, the closing quotation mark or an error.
    /// - Returns: whether all bytes before it are ASCII.
    mutating func skipPlainText() -> Bool {
        let start = position
        let (length, isASCII) = unsafe bytes.withUnsafeBytes { bytes in
            unsafe Self.measurePlainText(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        position += length
        return isASCII
    }

    /// The number of bytes before the first one that is not plain text, and whether they are ASCII.
    static func measurePlainText(_ bytes: UnsafeRawBufferPointer) -> (length: Int, isASCII: Bool) {
        var position = 0
        var bits: UInt64 = 0
        // Eight bytes at a time, because tokens are long.
        while position + 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let quotes = word ^ 0x2222_2222_2222_2222
            let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
            // Each subtraction sets the high bit of a byte that is a quotation mark, a backslash or a control
            // character; a byte after such a one may have it, too, and is looked at below.
            let ends =
                (quotes &- 0x0101_0101_0101_0101) & ~quotes | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
                | (word &- 0x2020_2020_2020_2020) & ~word
            guard ends & 0x8080_8080_8080_8080 == 0 else { break }
            bits |= word
            position += 8
        }
        while position < bytes.count {
            let byte = unsafe bytes[position]
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            bits |= UInt64(byte)
            position += 1
        }
        return (position, bits & 0x8080_8080_8080_8080 == 0)
    }

    private mutating func escape(into text: inout [UInt8]) throws(WireSyntaxError) {
        guard position < bytes.count else { throw .notJSON }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += String(try scalar()).utf8
        default: throw .notJSON
        }
    }

    /// A scalar of one escape, or of the two that make a surrogate pair.
    private mutating func scalar() throws(WireSyntaxError) -> Character {
        var value = try codeUnit()
        if (0xD800...0xDBFF).contains(value) {
            guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw .notJSON }
            let low = try codeUnit()
            guard (0xDC00...0xDFFF).contains(low) else { throw .notJSON }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw .notJSON }
        return Character(scalar)
    }

    private mutating func codeUnit() throws(WireSyntaxError) -> UInt32 {
        guard bytes.count - position >= 4 else { throw .notJSON }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { throw .notJSON }
            value = value << 4 + UInt32(digit)
        }
        position += 4
        return value
    }
}

extension String {
    /// Whether a JSON document has the text as it is: without quotation marks, backslashes and control characters.
    package var isPlainInJSON: Bool {
        var text = self
        return text.withUTF8 { utf8 in
            unsafe JSONParser.measurePlainText(UnsafeRawBufferPointer(utf8)).length == utf8.count
        }
    }
}
