// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The lines of a question on a terminal with a movable cursor.
///
/// It returns the text that replaces them by other lines.
struct Canvas {
    /// Turns the marks around pasted texts on.
    static let begin = "\u{1B}[?2004h"
    /// Turns them off.
    static let end = "\u{1B}[?2004l"

    private let style: Style
    /// The columns of the lines before the cursor's, which a narrower terminal breaks.
    private var above: [Int] = []
    /// The column of the cursor.
    private var column = 0

    init(_ style: Style) {
        self.style = style
    }

    /// Draws lines in place of the present ones, and moves the cursor to its place, or to the end.
    ///
    /// - Parameters:
    ///   - lines: at least one line, none wider than the terminal.
    ///   - columns: the present width of the terminal.
    /// - Returns: what the terminal takes.
    mutating func draw(_ lines: [Line], columns: Int) -> String {
        var text = "\r" + up(rowsAbove(columns))
        text += lines.map { $0.rendered(style) + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}[J\r"
        let last = lines.count - 1
        let row = lines.firstIndex { $0.cursor != nil } ?? last
        column = lines[row].cursor ?? lines[row].columns
        above = lines[..<row].map(\.columns)
        text += up(last - row)
        return column > 0 ? text + "\u{1B}[\(column)C" : text
    }

    /// Draws the last lines of a question, and ends them.
    mutating func finish(_ lines: [Line], columns: Int) -> String {
        let text = draw(lines.map { Line(spans: $0.spans) }, columns: columns) + "\n"
        forget()
        return text
    }

    /// Removes the present lines.
    mutating func clear(columns: Int) -> String {
        let text = "\r" + up(rowsAbove(columns)) + "\u{1B}[J"
        forget()
        return text
    }

    /// Forgets the present lines, after which the next ones are drawn where the cursor is.
    mutating func forget() {
        (above, column) = ([], 0)
    }

    /// The rows between the first one and the cursor, after terminals broke lines that have become too wide.
    private func rowsAbove(_ columns: Int) -> Int {
        let columns = max(1, columns)
        return above.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) } + column / columns
    }

    private func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
}
