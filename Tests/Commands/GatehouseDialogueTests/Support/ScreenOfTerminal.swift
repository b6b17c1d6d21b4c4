// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A terminal whose characters take one column each, with the control sequences that questions use.
struct ScreenOfTerminal {
    private(set) var rows: [[Character]] = [[]]
    private(set) var row = 0
    private(set) var column = 0
    /// Sequences that the terminal does not know.
    private(set) var unknown: [String] = []

    /// The rows without blanks at their ends, and without empty rows at the end.
    var text: String {
        let lines = rows.map { String($0).withoutBlanksAtEnd }
        return String(lines.joined(separator: "\n").reversed().drop { $0 == "\n" }.reversed())
    }

    mutating func take(_ text: String) {
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "\r": column = 0
            // A terminal in its usual mode returns the carriage, too.
            case "\n", "\r\n": (row, column) = (row + 1, 0)
            case "\u{1B}": sequence(&rest)
            default: put(character)
            }
            while rows.count <= row { rows.append([]) }
        }
    }

    private mutating func put(_ character: Character) {
        while rows[row].count <= column { rows[row].append(" ") }
        rows[row][column] = character
        column += 1
    }

    private mutating func sequence(_ rest: inout Substring) {
        var parameters = ""
        rest.removeFirst()
        while let character = rest.popFirst() {
            guard character.isLetter else {
                parameters.append(character)
                continue
            }
            let number = Int(parameters) ?? 1
            switch character {
            case "A": row = max(0, row - number)
            case "C": column += number
            case "K": rows[row].removeSubrange(min(column, rows[row].count)...)
            case "J":
                rows[row].removeSubrange(min(column, rows[row].count)...)
                rows.removeSubrange((row + 1)...)
            case "m": break
            default: unknown.append(parameters + String(character))
            }
            return
        }
    }
}
