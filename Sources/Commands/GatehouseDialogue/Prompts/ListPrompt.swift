// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A list of which one row is chosen: arrows move, and typing filters.
package struct ListPrompt<Value: Sendable>: Prompt {
    package let question: String
    package private(set) var answer: Value?
    package var notice: String?
    package private(set) var refusal: String?
    private var rows: Rows<Value>
    /// The title of the chosen row.
    private var chosen: String?
    private var isTouched = false

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - question: the question in words.
    ///   - rows: the rows in their order.
    ///   - current: the index of the row that Enter chooses at first.
    package init(_ question: String, _ rows: [Row<Value>], current: Int = 0) {
        self.question = question
        self.rows = Rows(rows, current: current, passesBound: true)
    }

    package mutating func press(_ key: KeyPress) {
        guard answer == nil else { return }
        refusal = nil
        isTouched = true
        if rows.follow(key) { return }
        switch key {
        case .enter: choose(rows.current)
        case .character(let character): rows.search(rows.filter + String(character))
        case .pasted(let text): rows.search(rows.filter + text.asTyped)
        case .backspace: rows.search(String(rows.filter.dropLast()))
        case .eraseLine: rows.search("")
        case .eraseWord: rows.search(rows.filter.withoutLastWord)
        case .tab, .up, .down, .left, .right, .shiftUp, .shiftDown, .home, .end, .pageUp, .pageDown, .delete,
            .eraseRest, .endOfInput:
            break
        }
    }

    package mutating func take(_ line: String) {
        guard answer == nil else { return }
        refusal = nil
        let line = line.asAnswer
        choose(line.isEmpty ? rows.current : rows.index(for: line), typed: line)
    }

    private mutating func choose(_ index: Int?, typed: String = "") {
        guard let index else {
            refusal = "No row is \"\(typed.isEmpty ? rows.filter : typed)\"."
            return
        }
        let row = rows.all[index]
        switch (row.bond, row.content) {
        case (.barred, _): refusal = "\(row.label) cannot be chosen."
        case (_, .explanation(let text)):
            notice = text
            rows.begin()
        case (_, .value(let value)):
            answer = value
            chosen = row.title
        }
    }

    package func screen(width: Int, height: Int, style: Style) -> [Line] {
        if let chosen { return answered(chosen, width: width, height: height, style: style) }
        var head = Paragraph(question: question, style)
        head.add(" ")
        head.add(isTouched ? rows.filter : "(Use arrow keys)", isTouched ? .answer : .faint, isOneWord: true)
        head.placeCursor()
        let shown = rows.shown
        var page = Page(head: head.lines(width: width, indent: 2), style: style)
        page.rows = shown.map { lines(of: $0, width: width, style: style) }
        if shown.isEmpty { page.rows = [noRow(width: width, style: style)] }
        page.current = rows.current.flatMap { shown.firstIndex(of: $0) } ?? 0
        page.refusal = refusalLines(width: width, style: style)
        return page.lines(width: width, height: height)
    }

    private func noRow(width: Int, style: Style) -> [Line] {
        var paragraph = Paragraph(style)
        paragraph.add("  (no row)", .faint)
        return paragraph.lines(width: width, indent: 2)
    }

    private func lines(of index: Int, width: Int, style: Style) -> [Line] {
        let row = rows.all[index]
        var paragraph = Paragraph(style)
        let isCurrent = index == rows.current
        let ink: Ink = isCurrent ? .answer : row.isFree ? .plain : .faint
        paragraph.add(isCurrent ? style.pointer + " " : row.isFree ? "  " : "- ", ink, isOneWord: true)
        paragraph.add(row.label, ink)
        return paragraph.lines(width: width, indent: 2)
    }

    package func listing(width: Int, style: Style) -> [Line] {
        Paragraph(question: question, style).lines(width: width, indent: 2) + rows.listing(width: width, style: style)
    }

    package func cue(style: Style) -> String {
        style.shown("Number or title" + (rows.current.map { " (\($0 + 1))" } ?? "") + ": ")
    }
}
