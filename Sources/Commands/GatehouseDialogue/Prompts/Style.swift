// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a terminal shows, and how texts are drawn there.
package struct Style: Equatable, Sendable {
    /// Whether the terminal shows characters outside ASCII.
    package var showsUTF8: Bool
    /// Whether texts have colours.
    package var showsColours: Bool
    /// Whether the cursor can move, so that a question is drawn anew at each key.
    package var movesCursor: Bool

    /// Makes a style; without arguments, the style of a modern terminal.
    package init(showsUTF8: Bool = true, showsColours: Bool = true, movesCursor: Bool = true) {
        self.showsUTF8 = showsUTF8
        self.showsColours = showsColours
        self.movesCursor = movesCursor
    }

    /// Finds the style of an output.
    ///
    /// - Parameters:
    ///   - environment: where `LC_ALL`, `LC_CTYPE`, `LANG`, `TERM` and `NO_COLOR` are looked up.
    ///   - isTerminal: whether the output is a terminal.
    ///   - usesColours: whether colours are wanted.
    package init(environment: [String: String], isTerminal: Bool, usesColours: Bool = true) {
        let name = environment["TERM"] ?? ""
        showsUTF8 = Terminal.showsUTF8(environment)
        movesCursor = isTerminal && !name.isEmpty && name != "dumb"
        showsColours = movesCursor && usesColours && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// The mark before the current row.
    var pointer: String { showsUTF8 ? "❯" : ">" }
    /// The mark of a row that is selected.
    var checked: String { showsUTF8 ? "◉" : "[x]" }
    /// The mark of a row that is not selected.
    var unchecked: String { showsUTF8 ? "◯" : "[ ]" }
    /// The mark of a step that is done.
    var done: String { showsUTF8 ? "✔" : "ok" }
    /// The mark of a step that failed.
    var failed: String { showsUTF8 ? "✖" : "failed:" }
    /// The mark of a step that runs.
    var running: String { showsUTF8 ? "…" : "..." }

    /// A text as this terminal can show it, on one line and without characters that take over a terminal.
    func shown(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: shown.append(showsUTF8 ? "\u{FFFD}" : "?")
            case .format where scalar != "\u{200D}": break
            default:
                // To append a sequence copies the text before it.
                for each in plain(scalar) { shown.append(each) }
            }
        }
        return String(shown)
    }

    private func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if showsUTF8 || scalar.isASCII { return [scalar] }
        return switch scalar {
        case "\u{A0}": [" "]
        case "…": [".", ".", "."]
        case "–", "—", "‑": ["-"]
        case "‘", "’": ["'"]
        case "“", "”": ["\""]
        default: ["?"]
        }
    }
}

/// The role of a text in a question, which gives it a colour.
package enum Ink: Equatable, Sendable {
    /// Without a colour.
    case plain
    /// The mark before a question, or of a step that is done.
    case mark
    /// A question.
    case strong
    /// An answer, or the current row.
    case answer
    /// A hint.
    case faint
    /// The reason of a refusal, or the mark of a step that failed.
    case refusal

    /// The parameters of SGR (ECMA-48, section 8.3.117); `nil` for a text without a colour.
    var code: String? {
        switch self {
        case .plain: nil
        case .mark: "32"
        case .strong: "1"
        case .answer: "36"
        case .faint: "2"
        case .refusal: "31"
        }
    }
}

/// A line of a screen.
package struct Line: Equatable, Sendable {
    /// A part of a line with one colour.
    package struct Span: Equatable, Sendable {
        /// The text, which has no control characters.
        package var text: String
        /// The colour.
        package var ink: Ink
    }

    /// The parts from left to right.
    package var spans: [Span] = []
    /// The column of the cursor, counted from 0; `nil` if the cursor is on another line.
    package var cursor: Int?

    /// The text without colours.
    package var text: String { spans.map(\.text).joined() }
    /// The number of columns that the text takes.
    package var columns: Int { text.reduce(0) { $0 + $1.columns } }

    /// The line with its colours, as a terminal takes it.
    package func rendered(_ style: Style) -> String {
        spans.map { span in
            guard style.showsColours, let code = span.ink.code else { return span.text }
            return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
        }
        .joined()
    }
}

extension Character {
    /// The number of columns that a terminal gives to the character.
    ///
    /// Terminals differ about sequences of emoji; the largest number is taken, so that no line is too wide.
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        if value < 0x300 { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide ? 2 : 1
        }
    }

    /// Whether it is wide or full-width in Unicode's Standard Annex 11; blocks that are mostly wide count as a whole.
    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x2_0000...0x3_FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}
