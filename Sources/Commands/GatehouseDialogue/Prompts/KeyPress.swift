// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A key of a terminal's keyboard.
package enum KeyPress: Equatable, Sendable {
    /// A key with a character of one scalar.
    case character(Character)
    /// A text that was pasted, as the terminal marks it.
    case pasted(String)
    /// Enter.
    case enter
    /// The tabulator.
    case tab
    /// An arrow.
    case up, down, left, right
    /// An arrow together with Shift, Ctrl or Alt.
    case shiftUp, shiftDown
    /// Home, or Ctrl-A.
    case home
    /// End, or Ctrl-E.
    case end
    /// Half a screen up or down.
    case pageUp, pageDown
    /// Erases the character before the cursor.
    case backspace
    /// Erases the character at the cursor.
    case delete
    /// Ctrl-U.
    case eraseLine
    /// Ctrl-K.
    case eraseRest
    /// Ctrl-W.
    case eraseWord
    /// Ctrl-D.
    case endOfInput
}

/// The keys in the bytes of a terminal, of which a sequence may arrive in pieces.
///
/// No time decides about a key: after ESC, the next byte does. Sequences without a meaning are dropped.
package struct KeyDecoder: Equatable, Sendable {
    private enum State: Equatable {
        case ground
        /// After ESC.
        case escape
        /// After ESC [ or ESC O: a control sequence of ECMA-48, section 5.4.
        case sequence
        /// After ESC [ [, with which the console of Linux begins its function keys.
        case functionKey
        /// Within a character of this number of bytes.
        case character(Int)
        /// Within a pasted text.
        case pasting
    }

    /// The longest pasted text in bytes; the rest is dropped.
    package static let longestPaste = 65_536

    private static let endOfPaste = Array("\u{1B}[201~".utf8)
    private static let longestSequence = 32

    private var state = State.ground
    /// The bytes of the character, the sequence or the pasted text so far.
    private var bytes: [UInt8] = []

    /// Makes a decoder before its first byte.
    package init() {}

    /// Takes the next byte; returns the key that it completes.
    package mutating func press(_ byte: UInt8) -> KeyPress? {
        switch state {
        case .ground: return begin(byte)
        case .escape: return afterEscape(byte)
        case .sequence: return within(byte)
        case .functionKey:
            state = .ground
            return nil
        case .character(let count): return character(byte, of: count)
        case .pasting: return paste(byte)
        }
    }

    private mutating func begin(_ byte: UInt8) -> KeyPress? {
        state = .ground
        bytes = [byte]
        switch byte {
        case 0x1B: state = .escape
        case 0x20..<0x7F: return .character(Character(Unicode.Scalar(byte)))
        case 0xC2...0xDF: state = .character(2)
        case 0xE0...0xEF: state = .character(3)
        case 0xF0...0xF4: state = .character(4)
        default: return Self.control(byte)
        }
        return nil
    }

    private static func control(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x01: .home
        case 0x02: .left
        case 0x04: .endOfInput
        case 0x05: .end
        case 0x06: .right
        case 0x0B: .eraseRest
        case 0x0E: .down
        case 0x10: .up
        case 0x15: .eraseLine
        case 0x17: .eraseWord
        default: nil
        }
    }

    /// Takes a byte of a character in UTF-8; an incomplete character is dropped.
    private mutating func character(_ byte: UInt8, of count: Int) -> KeyPress? {
        guard 0x80..<0xC0 ~= byte else { return begin(byte) }
        bytes.append(byte)
        guard bytes.count == count else { return nil }
        state = .ground
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        guard scalars.count == 1, let scalar = scalars.first, scalar != "\u{FFFD}",
            scalar.properties.generalCategory != .control
        else { return nil }
        return .character(Character(scalar))
    }
}

// MARK: - Sequences

extension KeyDecoder {
    /// Takes the byte after ESC: a key together with Alt has no meaning.
    private mutating func afterEscape(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x1B: break
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            state = .sequence
            bytes = [byte]
        default: state = .ground
        }
        return nil
    }

    private mutating func within(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x20...0x3F:
            if bytes.count < Self.longestSequence { bytes.append(byte) }
            return nil
        case UInt8(ascii: "[") where bytes.count == 1:
            state = .functionKey
            return nil
        case 0x40...0x7E:
            state = .ground
            return finish(byte)
        default: return begin(byte)
        }
    }

    private mutating func finish(_ last: UInt8) -> KeyPress? {
        let words = bytes.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let numbers = words.map { Int(String(decoding: $0, as: UTF8.self)) ?? 1 }
        // The second number is 1 and the sum of the keys that are held: 1 for Shift, 2 for Alt, 4 for Ctrl.
        let isAlone = numbers.count < 2 || numbers[1] == 1
        switch last {
        case UInt8(ascii: "A"): return isAlone ? .up : .shiftUp
        case UInt8(ascii: "B"): return isAlone ? .down : .shiftDown
        case UInt8(ascii: "a"): return .shiftUp
        case UInt8(ascii: "b"): return .shiftDown
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "M") where bytes.first == UInt8(ascii: "O"): return .enter
        case UInt8(ascii: "~"): return numbered(numbers.first ?? 0)
        default: return nil
        }
    }

    private mutating func numbered(_ number: Int) -> KeyPress? {
        switch number {
        case 1, 7: return .home
        case 3: return .delete
        case 4, 8: return .end
        case 5: return .pageUp
        case 6: return .pageDown
        case 200:
            state = .pasting
            bytes = []
            return nil
        default: return nil
        }
    }

    private mutating func paste(_ byte: UInt8) -> KeyPress? {
        bytes.append(byte)
        let end = Self.endOfPaste
        if bytes.count > Self.longestPaste + end.count { bytes.remove(at: Self.longestPaste) }
        guard byte == end.last, bytes.suffix(end.count).elementsEqual(end) else { return nil }
        state = .ground
        return .pasted(String(decoding: bytes.dropLast(end.count), as: UTF8.self))
    }
}
