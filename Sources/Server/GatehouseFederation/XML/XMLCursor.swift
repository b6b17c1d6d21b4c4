// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// The position in a document, and the smallest parts of its grammar: names, values and texts.
struct XMLCursor {
    private let bytes: [UInt8]
    private var position = 0
    /// Whether the last start tag began an empty element.
    var endedEmptyTag = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }
    var malformed: XMLReadingError { .malformed(at: position) }

    func starts(with text: String) -> Bool {
        bytes[position...].starts(with: text.utf8)
    }

    /// Goes past a text; whether it was there.
    mutating func skip(_ text: String) -> Bool {
        guard starts(with: text) else { return false }
        position += text.utf8.count
        return true
    }

    /// Goes past white space; whether there was any.
    @discardableResult
    mutating func skipSpace() -> Bool {
        let start = position
        while let next, XMLCharacters.isSpace(next) { position += 1 }
        return position > start
    }

    /// Goes past the end of a comment or a processing instruction.
    mutating func skipPast(_ end: String, after start: Int) throws(XMLReadingError) {
        position += start
        while !skip(end) {
            guard !isAtEnd, !(end.utf8.count == 3 && starts(with: "--")) else { throw malformed }
            position += 1
        }
    }

    /// Goes past a byte order mark and the declaration of XML 1.0 in UTF-8.
    mutating func skipDeclaration() throws(XMLReadingError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        guard starts(with: "<?xml"), position + 5 < bytes.count, XMLCharacters.isSpace(bytes[position + 5]) else {
            return
        }
        let start = position
        try skipPast("?>", after: 5)
        let text = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
            .filter { !$0.isWhitespace }.replacing("'", with: "\"")
        guard text.contains("version=\"1.0\""), !text.contains("encoding") || text.contains("encoding=\"utf-8\"") else {
            throw .badText
        }
    }

    /// A name in ASCII with at most one prefix.
    mutating func name() throws(XMLReadingError) -> ArraySlice<UInt8> {
        let start = position
        while let next, XMLCharacters.isInName(next) { position += 1 }
        let name = bytes[start..<position]
        guard name.count <= XMLLimits.nameBytes else { throw .tooLarge }
        let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ $0.first.map(XMLCharacters.beginsName) ?? false }) else {
            throw malformed
        }
        return name
    }

    /// A value in quotes, with references replaced and white space as blanks (XML 1.0, section 3.3.3).
    mutating func attributeValue() throws(XMLReadingError) -> String {
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw malformed }
        position += 1
        var value: [UInt8] = []
        while let byte = next, byte != quote {
            switch byte {
            case UInt8(ascii: "<"): throw malformed
            case UInt8(ascii: "&"): try appendReference(to: &value)
            case 0x0D where position + 1 < bytes.count && bytes[position + 1] == 0x0A: position += 1
            case 0x09, 0x0A, 0x0D:
                value.append(0x20)
                position += 1
            default:
                value.append(byte)
                position += 1
            }
        }
        guard next == quote else { throw malformed }
        position += 1
        return try XMLCharacters.string(value)
    }

    /// Reads text up to the next tag, with references replaced and ends of lines as line feeds.
    mutating func appendText(to text: inout [UInt8]) throws(XMLReadingError) {
        guard !isAtEnd else { throw malformed }
        while let byte = next, byte != UInt8(ascii: "<") {
            switch byte {
            case UInt8(ascii: "&"): try appendReference(to: &text)
            case UInt8(ascii: "]") where starts(with: "]]>"): throw malformed
            case 0x0D:
                position += 1
                if next != 0x0A { text.append(0x0A) }
            default:
                text.append(byte)
                position += 1
            }
        }
    }

    /// Replaces one of the five references that need no document type, or the number of a character.
    private mutating func appendReference(to text: inout [UInt8]) throws(XMLReadingError) {
        let start = position
        let references: [(String, UInt8)] = [
            ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
            ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
        ]
        for (reference, byte) in references where skip(reference) {
            text.append(byte)
            return
        }
        guard skip("&#") else { throw .documentType }
        let radix = skip("x") ? 16 : 10
        let digits = position
        while let next, next != UInt8(ascii: ";"), position - digits < 8 { position += 1 }
        guard let number = UInt32(String(decoding: bytes[digits..<position], as: UTF8.self), radix: radix),
            bytes[digits] != UInt8(ascii: "+"), skip(";"), let scalar = Unicode.Scalar(number),
            XMLCharacters.isAllowed(scalar)
        else { throw .malformed(at: start) }
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
    }
}

/// The characters of XML 1.0 (section 2.2), and of the names that are read.
enum XMLCharacters {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    static func beginsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Whether a byte belongs to a name in ASCII, with its prefix.
    static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"): true
        default: beginsName(byte)
        }
    }

    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Whether bytes are UTF-8 of allowed characters.
    static func areAllowed(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy(isAllowed)
    }

    /// A value whose references were replaced; with them, combining marks can come together that were apart.
    static func string(_ bytes: [UInt8]) throws(XMLReadingError) -> String {
        guard StreamSafeText.contains(utf8: bytes) else { throw .badText }
        return String(decoding: bytes, as: UTF8.self)
    }
}
