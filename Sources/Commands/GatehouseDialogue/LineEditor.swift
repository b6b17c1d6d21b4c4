// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A line while it is typed: what each key does to it.
///
/// Arrows and other keys that send escape sequences do nothing.
struct LineEditor {
    /// The effect of a key on the terminal.
    enum Effect: Equatable {
        case nothing
        /// Show this byte of a character at the end of the line.
        case show(UInt8)
        /// Show the line anew.
        case redraw
        /// The line is complete.
        case accept
        /// The input has ended.
        case end
    }

    private enum Escape {
        case none, begun, sequence
    }

    private var bytes: [UInt8] = []
    private var escape = Escape.none

    /// The typed text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes one byte of the keyboard's.
    mutating func press(_ byte: UInt8) -> Effect {
        switch (escape, byte) {
        case (.none, 0x1B): escape = .begun
        case (.none, _): return edit(byte)
        // ESC [ and ESC O begin a sequence (ECMA-48, section 5.4); any other byte after ESC ends it.
        case (.begun, UInt8(ascii: "[")), (.begun, UInt8(ascii: "O")): escape = .sequence
        case (.begun, _), (.sequence, 0x40...0x7E): escape = .none
        case (.sequence, _): break
        }
        return .nothing
    }

    private mutating func edit(_ byte: UInt8) -> Effect {
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .accept
        case Control.d: return bytes.isEmpty ? .end : .nothing
        case Control.h, 0x7F: return keep { String($0.dropLast()) }
        case Control.u: return keep { _ in "" }
        case Control.w: return keep { $0.withoutLastWord }
        case 0..<0x20: return .nothing
        default:
            bytes.append(byte)
            return .show(byte)
        }
    }

    private mutating func keep(_ change: (String) -> String) -> Effect {
        bytes = Array(change(text).utf8)
        return .redraw
    }

    /// Keys together with Ctrl.
    private enum Control {
        static let d: UInt8 = 0x04
        static let h: UInt8 = 0x08
        static let u: UInt8 = 0x15
        static let w: UInt8 = 0x17
    }
}

extension String {
    fileprivate var withoutLastWord: String {
        String(reversed().drop { $0 == " " }.drop { $0 != " " }.reversed())
    }
}
