// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A text with colours and a cursor that is broken into lines of a width.
struct Paragraph {
    private struct Cell {
        let character: Character
        let ink: Ink
        /// Whether a line may end after it: it is a blank between words.
        let isBreak: Bool
        let columns: Int
    }

    private let style: Style
    private var cells: [Cell] = []
    /// The number of cells before the cursor.
    private var cursor: Int?

    init(_ style: Style) {
        self.style = style
    }

    /// Begins with a question.
    init(question: String, _ style: Style) {
        self.init(style)
        add("? ", .mark)
        add(question, .strong)
    }

    /// Adds a text; one word keeps its blanks, and is broken only where it is wider than a line.
    mutating func add(_ text: String, _ ink: Ink = .plain, isOneWord: Bool = false) {
        cells += style.shown(text).map {
            Cell(character: $0, ink: ink, isBreak: !isOneWord && $0 == " ", columns: $0.columns)
        }
    }

    /// Places the cursor after the text so far.
    mutating func placeCursor() {
        cursor = cells.count
    }

    /// The lines; those after the first are indented where there is room.
    ///
    /// There is at least one line. No line is wider than the width, which is at least 1.
    func lines(width: Int, indent: Int = 0) -> [Line] {
        let width = max(1, width)
        let indent = indent * 4 <= width ? indent : 0
        var lines: [Line] = []
        var start = 0
        repeat {
            let margin = lines.isEmpty ? 0 : indent
            let end = end(from: start, room: width - margin)
            lines.append(line(start..<end, margin: margin, room: width - margin))
            start = end
        } while start < cells.count
        return lines
    }

    /// The end of the line that begins at a cell.
    ///
    /// Blanks between words may pass the margin.
    private func end(from start: Int, room: Int) -> Int {
        var (end, columns) = (start, 0)
        var lastBreak: Int?
        while end < cells.count, cells[end].isBreak || columns + cells[end].columns <= room {
            columns += cells[end].columns
            end += 1
            if cells[end - 1].isBreak { lastBreak = end }
        }
        if end == cells.count { return end }
        return max(lastBreak ?? end, start + 1)
    }

    private func line(_ range: Range<Int>, margin: Int, room: Int) -> Line {
        var shown = cells[range]
        var columns = shown.reduce(0) { $0 + $1.columns }
        while let last = shown.last, last.isBreak, range.upperBound < cells.count || columns > room {
            columns -= last.columns
            shown.removeLast()
        }
        var line = Line()
        if margin > 0 { line.add(String(repeating: " ", count: margin), .plain) }
        // A wide character has no place in a single column.
        for cell in shown { line.add(cell.columns > room ? "?" : String(cell.character), cell.ink) }
        if let cursor, range.contains(cursor) || (cursor == cells.count && range.upperBound == cursor) {
            let before = cells[range.lowerBound..<cursor].reduce(0) { $0 + $1.columns }
            line.cursor = margin + min(before, room)
        }
        return line
    }
}

extension Line {
    /// Adds a text at the end.
    fileprivate mutating func add(_ text: String, _ ink: Ink) {
        if let last = spans.indices.last, spans[last].ink == ink {
            spans[last].text += text
        } else {
            spans.append(Span(text: text, ink: ink))
        }
    }
}

// MARK: - Screens

/// The lines of a question and its rows, which fit into a height.
struct Page {
    /// The question and what was typed.
    var head: [Line]
    /// The rows; each has one line or more.
    var rows: [[Line]] = []
    /// The row that must be seen.
    var current = 0
    /// The reason of a refusal, below the rows.
    var refusal: [Line] = []
    /// The style of the line that counts the rows without a place.
    let style: Style

    /// The lines, at most as many as the height, which is at least 1.
    func lines(width: Int, height: Int) -> [Line] {
        let height = max(1, height)
        let needed = min(3, rows.reduce(0) { $0 + $1.count })
        var lines = Array(head.prefix(max(1, height - needed)))
        let refusal = refusal.prefix(max(0, height - lines.count - min(1, needed)))
        lines += window(width: width, height: height - lines.count - refusal.count)
        return lines + refusal
    }

    /// The rows around the current one, as many as fit.
    private func window(width: Int, height: Int) -> [Line] {
        guard height > 0, rows.indices.contains(current) else { return [] }
        let isWhole = rows.reduce(0) { $0 + $1.count } <= height
        if isWhole { return rows.flatMap(\.self) }
        let room = height > 3 ? height - 1 : height
        var shown = current..<current + 1
        var used = rows[current].count
        while true {
            let former = shown
            if shown.lowerBound > 0, used + rows[shown.lowerBound - 1].count <= room {
                shown = shown.lowerBound - 1..<shown.upperBound
                used += rows[shown.lowerBound].count
            }
            if shown.upperBound < rows.count, used + rows[shown.upperBound].count <= room {
                used += rows[shown.upperBound].count
                shown = shown.lowerBound..<shown.upperBound + 1
            }
            if shown == former { break }
        }
        let lines = Array(rows[shown].flatMap(\.self).prefix(room))
        guard room < height else { return lines }
        var count = Paragraph(style)
        count.add("  (\(rows.count - shown.count) more)", .faint)
        return lines + count.lines(width: width).prefix(1)
    }
}
