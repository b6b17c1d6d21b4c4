// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The braces of a text that are not closed at the end of a line; those in comments and strings do not count.
///
/// The text need not follow the grammar.
struct OpenBraces {
    /// The numbers of the lines that have them, counted from 1.
    private(set) var lines: [Int] = []
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(in text: String, through last: Int) {
        bytes = Array(text.utf8)
        while position < bytes.count, line <= last {
            switch bytes[position] {
            case UInt8(ascii: "{"): lines.append(line)
            case UInt8(ascii: "}"): _ = lines.popLast()
            case UInt8(ascii: "#"): skipComment()
            case UInt8(ascii: "\""): skipString()
            default: break
            }
            advance()
        }
    }

    /// Takes a byte.
    private mutating func advance() {
        guard position < bytes.count else { return }
        let isPair = bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
        if bytes[position] == 0x0A || bytes[position] == 0x0D && !isPair { line += 1 }
        position += 1
    }

    private var isAtLineEnd: Bool { bytes[position] == 0x0A || bytes[position] == 0x0D }

    /// Goes to the last byte of a comment.
    private mutating func skipComment() {
        while position + 1 < bytes.count, bytes[position + 1] != 0x0A, bytes[position + 1] != 0x0D { advance() }
    }

    /// Goes to the last quotation mark of a string, which ends with its line unless it began with three of them.
    private mutating func skipString() {
        let isBlock = bytes[position...].starts(with: Self.marks)
        position += isBlock ? Self.marks.count : 1
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\\") {
                advance()
            } else if isBlock && bytes[position...].starts(with: Self.marks) {
                position += Self.marks.count - 1
                return
            } else if !isBlock && (bytes[position] == Self.marks[0] || isAtLineEnd) {
                // The caller takes the mark, or counts the line.
                return
            }
            advance()
        }
    }

    private static let marks = Array("\"\"\"".utf8)
}
