// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A list whose rows are put into an order: arrows move the cursor, and arrows together with Shift move the row.
package struct OrderPrompt<Value: Sendable>: Prompt {
    package let question: String
    package private(set) var answer: [Value]?
    package var notice: String?
    package private(set) var refusal: String?
    private let rows: [Row<Value>]
    /// The indices of the rows in their present order.
    private var order: [Int]
    /// The place of the cursor.
    private var current = 0
    private var isTouched = false

    /// Makes a list in its first order.
    ///
    /// - Parameters:
    ///   - question: the question in words.
    ///   - rows: the titles and values; a row that explains or is barred counts as any other.
    package init(_ question: String, _ rows: [Row<Value>]) {
        self.question = question
        self.rows = rows
        order = Array(rows.indices)
    }

    package mutating func press(_ key: KeyPress) {
        guard answer == nil else { return }
        refusal = nil
        isTouched = true
        switch key {
        case .enter: accept()
        case .up, .character("k"): current = max(current - 1, 0)
        case .down, .tab, .character("j"): current = min(current + 1, max(rows.count - 1, 0))
        case .home, .pageUp: current = 0
        case .end, .pageDown: current = max(rows.count - 1, 0)
        case .shiftUp, .character("K"): moveRow(by: -1)
        case .shiftDown, .character("J"): moveRow(by: 1)
        case .character, .pasted, .left, .right, .backspace, .delete, .eraseLine, .eraseRest, .eraseWord, .endOfInput:
            break
        }
    }

    private mutating func moveRow(by steps: Int) {
        let place = current + steps
        guard order.indices.contains(current), order.indices.contains(place) else { return }
        order.swapAt(current, place)
        current = place
    }

    /// Takes the numbers of all rows in the new order, separated by commas.
    package mutating func take(_ line: String) {
        guard answer == nil else { return }
        refusal = nil
        let line = line.asAnswer
        guard !line.isEmpty else { return accept() }
        let places = line.split(separator: ",").map { Int(String($0).asAnswer) ?? 0 }
        guard places.sorted() == order.indices.map({ $0 + 1 }) else {
            refusal = "The answer must have each number from 1 to \(rows.count) once."
            return
        }
        order = places.map { order[$0 - 1] }
        accept()
    }

    private mutating func accept() {
        answer = order.compactMap { rows[$0].value }
    }

    package func screen(width: Int, height: Int, style: Style) -> [Line] {
        if answer != nil {
            let summary = order.map { rows[$0].title }.joined(separator: ", ")
            return answered(summary, width: width, height: height, style: style)
        }
        var head = Paragraph(question: question, style)
        head.add(" ")
        if !isTouched { head.add("(Shift+arrows, or J and K, move a row; Enter takes)", .faint) }
        head.placeCursor()
        var page = Page(head: head.lines(width: width, indent: 2), style: style)
        page.rows = order.indices.map { lines(at: $0, width: width, style: style) }
        page.current = current
        return page.lines(width: width, height: height)
    }

    private func lines(at place: Int, width: Int, style: Style) -> [Line] {
        let isCurrent = place == current
        var paragraph = Paragraph(style)
        let ink: Ink = isCurrent ? .answer : .plain
        paragraph.add("\(isCurrent ? style.pointer : " ") \(place + 1). ", ink, isOneWord: true)
        paragraph.add(rows[order[place]].title, ink)
        return paragraph.lines(width: width, indent: 5)
    }

    package func listing(width: Int, style: Style) -> [Line] {
        let titles = order.indices.flatMap { place in
            var paragraph = Paragraph(style)
            paragraph.add("  \(place + 1). \(rows[order[place]].title)")
            return paragraph.lines(width: width, indent: 5)
        }
        return Paragraph(question: question, style).lines(width: width, indent: 2) + titles
    }

    package func cue(style: Style) -> String {
        "Numbers in the new order (\(order.indices.map { "\($0 + 1)" }.joined(separator: ","))): "
    }
}
