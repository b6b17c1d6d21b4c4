// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// One lexical token.
struct Token: Hashable {
    enum Kind: Hashable {
        case end
        case punctuator(UInt8)
        case spread
        case name
        case int
        case float
        case string
    }

    var kind: Kind
    /// The bytes of the token.
    var range: Range<Int>
    var location: SourceLocation
    /// The value of a string; empty for other tokens.
    var value = ""
}

/// Reads tokens (specification, section 2.1) from the bytes of a document, each byte once.
struct Lexer {
    let bytes: [UInt8]
    let limits: DocumentLimits
    private(set) var position = 0
    private var line = 1
    /// The start of the line, moved by one for each byte that continues a scalar: columns count scalars.
    private var lineStart = 0
    private var tokens = 0

    /// Checks what concerns the document as a whole.
    init(_ bytes: [UInt8], limits: DocumentLimits) throws(GraphQLError) {
        guard bytes.count <= limits.bytes else {
            throw GraphQLError(.limit, "The document has more than \(limits.bytes) bytes.")
        }
        if let location = Self.invalidUTF8(in: bytes) {
            throw GraphQLError(.syntax, "Syntax Error: Invalid UTF-8.", at: [location])
        }
        // Escapes in strings are those of JSON.
        guard StreamSafeText.contains(json: bytes) else { throw GraphQLError(.limit, StreamSafeText.refusal) }
        self.bytes = bytes
        self.limits = limits
    }

    /// The place of the first bytes that are not UTF-8.
    private static func invalidUTF8(in bytes: [UInt8]) -> SourceLocation? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var location = SourceLocation(line: 1, column: 1)
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            location.column += 1
            if scalar == "\n" { location = SourceLocation(line: location.line + 1, column: 1) }
        }
        return location
    }

    /// The next token; at the end of the document, `.end` again and again.
    mutating func next() throws(GraphQLError) -> Token {
        try skipIgnored()
        let start = position
        let location = location(of: start)
        guard let byte = byte(at: start) else { return Token(kind: .end, range: start..<start, location: location) }
        tokens += 1
        guard tokens <= limits.tokens else {
            throw GraphQLError(.limit, "The document has more than \(limits.tokens) tokens.", at: [location])
        }
        var token = Token(kind: .punctuator(byte), range: start..<start, location: location)
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            position += 1
        case UInt8(ascii: "."):
            guard self.byte(at: start + 1) == byte, self.byte(at: start + 2) == byte else {
                throw unexpectedCharacter(at: start)
            }
            position += 3
            token.kind = .spread
        case UInt8(ascii: "\""):
            token.kind = .string
            let isBlock = self.byte(at: start + 1) == byte && self.byte(at: start + 2) == byte
            token.value = isBlock ? try blockString(from: location) : try string(from: location)
        case _ where Self.startsName(byte):
            while let next = self.byte(at: position), Self.continuesName(next) { position += 1 }
            guard position - start <= limits.nameLength else {
                throw GraphQLError(.limit, "A name has more than \(limits.nameLength) characters.", at: [location])
            }
            token.kind = .name
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            token.kind = try number()
        default: throw unexpectedCharacter(at: start)
        }
        token.range = start..<position
        return token
    }

    /// The text of a token.
    func text(of token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

    // MARK: - Characters

    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private func location(of index: Int) -> SourceLocation {
        SourceLocation(line: line, column: index - lineStart + 1)
    }

    static func startsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    static func continuesName(_ byte: UInt8) -> Bool {
        startsName(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Takes white space, commas, comments and byte order marks.
    private mutating func skipIgnored() throws(GraphQLError) {
        while let byte = byte(at: position) {
            switch byte {
            case 0x20, 0x09, UInt8(ascii: ","): position += 1
            case 0x0A, 0x0D: takeLineEnd()
            case UInt8(ascii: "#"):
                while let next = self.byte(at: position), next != 0x0A, next != 0x0D { try takeCharacter() }
            case 0xEF where self.byte(at: position + 1) == 0xBB && self.byte(at: position + 2) == 0xBF:
                position += 3
                lineStart += 2
            default: return
            }
        }
    }

    private mutating func takeLineEnd() {
        let isPair = bytes[position] == 0x0D && byte(at: position + 1) == 0x0A
        position += isPair ? 2 : 1
        line += 1
        lineStart = position
    }

    /// Takes a byte of a comment or a string that is not a line's end.
    private mutating func takeCharacter() throws(GraphQLError) {
        let byte = bytes[position]
        guard byte >= 0x20 || byte == 0x09 else { throw unexpectedCharacter(at: position) }
        if byte & 0xC0 == 0x80 { lineStart += 1 }
        position += 1
    }

    private func unexpectedCharacter(at index: Int) -> GraphQLError {
        let scalar = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
        let hint =
            switch scalar {
            case "'": "Unexpected single quote character ('), did you mean to use a double quote (\")?"
            case let scalar? where scalar.value < 0x20 || scalar.value == 0x7F:
                "Invalid character: U+\(Self.hexadecimal(scalar.value))."
            case let scalar?: "Unexpected character: \"\(scalar)\"."
            case nil: "Unexpected end of the document."
            }
        return GraphQLError(.syntax, "Syntax Error: \(hint)", at: [location(of: index)])
    }

    /// Four hexadecimal digits at least.
    static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    // MARK: - Numbers

    private mutating func number() throws(GraphQLError) -> Token.Kind {
        let start = location(of: position)
        if byte(at: position) == UInt8(ascii: "-") { position += 1 }
        if byte(at: position) == UInt8(ascii: "0") {
            position += 1
            if let next = byte(at: position), (0x30...0x39).contains(next) {
                throw invalidNumber(start)
            }
        } else {
            try takeDigits(start)
        }
        var kind = Token.Kind.int
        if byte(at: position) == UInt8(ascii: ".") {
            kind = .float
            position += 1
            try takeDigits(start)
        }
        if let next = byte(at: position), next | 0x20 == UInt8(ascii: "e") {
            kind = .float
            position += 1
            if let sign = byte(at: position), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            try takeDigits(start)
        }
        if let next = byte(at: position), next == UInt8(ascii: ".") || Self.startsName(next) {
            throw invalidNumber(start)
        }
        return kind
    }

    private mutating func takeDigits(_ start: SourceLocation) throws(GraphQLError) {
        let first = position
        while let next = byte(at: position), (0x30...0x39).contains(next) { position += 1 }
        guard position > first else { throw invalidNumber(start) }
    }

    private func invalidNumber(_ start: SourceLocation) -> GraphQLError {
        let found = byte(at: position).map { _ in
            String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
        }
        let name = found.flatMap { $0 }.map { "\"\($0)\"" } ?? "<EOF>"
        return GraphQLError(.syntax, "Syntax Error: Invalid number, unexpected \(name).", at: [start])
    }

    // MARK: - Strings

    private mutating func string(from start: SourceLocation) throws(GraphQLError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = byte(at: position) {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0x0A, 0x0D: throw unterminated(start)
            default:
                text.append(byte)
                try takeCharacter()
            }
        }
        throw unterminated(start)
    }

    private func unterminated(_ start: SourceLocation) -> GraphQLError {
        GraphQLError(.syntax, "Syntax Error: Unterminated string.", at: [start])
    }

    private mutating func escape(into text: inout [UInt8]) throws(GraphQLError) {
        let start = position
        position += 2
        switch byte(at: start + 1) {
        case UInt8(ascii: "\"")?: text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\")?: text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/")?: text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b")?: text.append(0x08)
        case UInt8(ascii: "f")?: text.append(0x0C)
        case UInt8(ascii: "n")?: text.append(0x0A)
        case UInt8(ascii: "r")?: text.append(0x0D)
        case UInt8(ascii: "t")?: text.append(0x09)
        case UInt8(ascii: "u")?:
            guard let scalar = scalar() else { throw invalidEscape(from: start, length: 6) }
            text += Array(String(Character(scalar)).utf8)
        default: throw invalidEscape(from: start, length: 2)
        }
    }

    private func invalidEscape(from start: Int, length: Int) -> GraphQLError {
        let found = String(decoding: bytes[start..<min(start + length, bytes.count)], as: UTF8.self)
        return GraphQLError(
            .syntax, "Syntax Error: Invalid character escape sequence: \"\(found)\".", at: [location(of: start)])
    }

    /// The scalar of an escape whose `\u` was taken, or of two that make a surrogate pair.
    private mutating func scalar() -> Unicode.Scalar? {
        guard var value = codeUnit() else { return nil }
        if (0xD800...0xDBFF).contains(value) {
            guard byte(at: position) == UInt8(ascii: "\\"), byte(at: position + 1) == UInt8(ascii: "u") else {
                return nil
            }
            position += 2
            guard let low = codeUnit(), (0xDC00...0xDFFF).contains(low) else { return nil }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        return Unicode.Scalar(value)
    }

    private mutating func codeUnit() -> UInt32? {
        guard bytes.count - position >= 4 else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 + UInt32(digit)
        }
        position += 4
        return value
    }

    private mutating func blockString(from start: SourceLocation) throws(GraphQLError) -> String {
        position += 3
        let quote = UInt8(ascii: "\"")
        var lines: [[UInt8]] = [[]]
        while let byte = byte(at: position) {
            let isTriple = byte == quote && self.byte(at: position + 1) == quote && self.byte(at: position + 2) == quote
            if isTriple {
                position += 3
                return BlockString.value(ofRawLines: lines)
            }
            switch byte {
            case 0x0A, 0x0D:
                takeLineEnd()
                lines.append([])
            case UInt8(ascii: "\\") where bytes[(position + 1)...].starts(with: [quote, quote, quote]):
                lines[lines.count - 1] += [quote, quote, quote]
                position += 4
            default:
                lines[lines.count - 1].append(byte)
                try takeCharacter()
            }
        }
        throw unterminated(start)
    }
}
