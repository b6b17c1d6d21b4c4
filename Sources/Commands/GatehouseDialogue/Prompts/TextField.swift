// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A text while it is typed, with a cursor in it.
struct TextField: Equatable, Sendable {
    /// The text before the cursor.
    private(set) var before = ""
    /// The text after the cursor.
    private(set) var after = ""

    /// The whole text.
    var text: String { before + after }

    /// Takes a key; those without a meaning in a text have no effect.
    mutating func press(_ key: KeyPress) {
        switch key {
        case .character(let character): before.append(character)
        case .pasted(let text): before += text.asTyped
        case .backspace: before = String(before.dropLast())
        case .delete: after = String(after.dropFirst())
        case .left:
            if let last = before.popLast() { after = String(last) + after }
        case .right:
            if let first = after.first {
                after.removeFirst()
                before.append(first)
            }
        case .home: (before, after) = ("", text)
        case .end: (before, after) = (text, "")
        case .eraseLine: (before, after) = ("", "")
        case .eraseRest: after = ""
        case .eraseWord: before = before.withoutLastWord
        case .enter, .tab, .up, .down, .shiftUp, .shiftDown, .pageUp, .pageDown, .endOfInput: break
        }
    }
}

extension String {
    /// The text without blanks at its end and without its last word.
    var withoutLastWord: String {
        String(reversed().drop { $0 == " " }.drop { $0 != " " }.reversed())
    }

    /// A pasted text as one that was typed: without the end of its last line, and with a blank for each other one.
    var asTyped: String {
        split(whereSeparator: \.isNewline).joined(separator: " ").unicodeScalars
            .reduce(into: "") { if $1.properties.generalCategory != .control { $0.unicodeScalars.append($1) } }
    }

    /// The text without blanks at its beginning and its end.
    var asAnswer: String {
        let blanks: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: blanks).reversed().drop(while: blanks).reversed())
    }
}
