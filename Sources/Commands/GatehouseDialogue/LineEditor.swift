// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A line while it is typed: what each key does to it.
///
/// Arrows and other keys that send escape sequences do nothing.
struct LineEditor {
    /// The effect of a key on the terminal.
    enum Effect: Equatable {
        case nothing
        /// Show this character at the end of the line.
        case show(Character)
        /// Show the line anew.
        case redraw
        /// The line is complete.
        case accept
        /// The input has ended.
        case end
    }

    private var decoder = KeyDecoder()

    /// The typed text.
    private(set) var text = ""

    /// Takes one byte of the keyboard's.
    mutating func press(_ byte: UInt8) -> Effect {
        guard let key = decoder.press(byte) else { return .nothing }
        switch key {
        case .character(let character):
            text.append(character)
            return .show(character)
        case .pasted(let pasted): return keep { $0 + pasted.asTyped }
        case .enter: return .accept
        case .endOfInput: return text.isEmpty ? .end : .nothing
        case .backspace: return keep { String($0.dropLast()) }
        case .eraseLine: return keep { _ in "" }
        case .eraseWord: return keep { $0.withoutLastWord }
        case .tab, .up, .down, .left, .right, .shiftUp, .shiftDown, .home, .end, .pageUp, .pageDown, .delete,
            .eraseRest:
            return .nothing
        }
    }

    private mutating func keep(_ change: (String) -> String) -> Effect {
        text = change(text)
        return .redraw
    }
}
