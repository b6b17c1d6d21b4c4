// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A list of which any rows are selected: the space bar selects, and Enter takes the selection.
package struct CheckboxPrompt<Value: Sendable>: Prompt {
    package let question: String
    package private(set) var answer: [Value]?
    package var notice: String?
    package private(set) var refusal: String?
    private var rows: Rows<Value>
    /// The indices of the selected rows.
    private var selected: Set<Int>
    private let rule: Rule<[Value]>
    private var isTouched = false

    /// Makes a list of checkboxes.
    ///
    /// - Parameters:
    ///   - question: the question in words.
    ///   - rows: the rows in their order, in which the answer has the values.
    ///   - selected: the indices of the rows that are selected at first.
    ///   - rule: checks the answer.
    package init(
        _ question: String, _ rows: [Row<Value>], selected: Set<Int> = [], rule: @escaping Rule<[Value]> = { _ in nil }
    ) {
        self.question = question
        self.rows = Rows(rows, current: 0, passesBound: false)
        self.rule = rule
        self.selected = selected.union(rows.indices.filter { rows[$0].isForced })
            .filter { rows.indices.contains($0) && (rows[$0].isFree || rows[$0].isForced) }
    }

    package mutating func press(_ key: KeyPress) {
        guard answer == nil else { return }
        refusal = nil
        isTouched = true
        if rows.follow(key) { return }
        switch key {
        case .enter: accept()
        case .character(" "): if let current = rows.current { toggle(current) }
        case .character("a"): toggleAll()
        case .character("i"): for index in free { selected.formSymmetricDifference([index]) }
        case .character, .pasted, .tab, .up, .down, .left, .right, .shiftUp, .shiftDown, .home, .end, .pageUp,
            .pageDown, .backspace, .delete, .eraseLine, .eraseRest, .eraseWord, .endOfInput:
            break
        }
    }

    /// Takes numbers or titles, separated by commas; `none` selects no row.
    package mutating func take(_ line: String) {
        guard answer == nil else { return }
        refusal = nil
        let line = line.asAnswer
        guard !line.isEmpty else { return accept() }
        let forced = Set(rows.all.indices.filter { rows.all[$0].isForced })
        let former = selected
        selected = forced
        let words = line.lowercased() == "none" ? [] : line.split(separator: ",").map { String($0).asAnswer }
        for word in words {
            guard let index = rows.index(for: word) else {
                refusal = "No row is \"\(word)\"."
                break
            }
            if !selected.contains(index) { toggle(index) }
            if refusal != nil || notice != nil { break }
        }
        if refusal == nil, notice == nil { accept() }
        if answer == nil { selected = former }
    }

    private var free: [Int] { rows.all.indices.filter { rows.all[$0].isFree && rows.all[$0].value != nil } }

    private mutating func toggle(_ index: Int) {
        let row = rows.all[index]
        switch (row.bond, row.content) {
        case (.free, .value): selected.formSymmetricDifference([index])
        case (.free, .explanation(let text)): notice = text
        case (.barred, _), (.forced, _): refusal = "\(row.label) cannot be changed."
        }
    }

    private mutating func toggleAll() {
        let free = Set(free)
        if free.isSubset(of: selected) { selected.subtract(free) } else { selected.formUnion(free) }
    }

    private mutating func accept() {
        let values = selected.sorted().compactMap { rows.all[$0].value }
        refusal = rule(values)
        if refusal == nil { answer = values }
    }

    private var summary: String {
        selected.isEmpty ? "none" : selected.sorted().map { rows.all[$0].title }.joined(separator: ", ")
    }

    package func screen(width: Int, height: Int, style: Style) -> [Line] {
        if answer != nil { return answered(summary, width: width, height: height, style: style) }
        var head = Paragraph(question: question, style)
        head.add(" ")
        if !isTouched { head.add("(Space selects, a selects all, i inverts, Enter takes)", .faint) }
        head.placeCursor()
        var page = Page(head: head.lines(width: width, indent: 2), style: style)
        page.rows = rows.all.indices.map { lines(of: $0, width: width, style: style) }
        page.current = rows.current ?? 0
        page.refusal = refusalLines(width: width, style: style)
        return page.lines(width: width, height: height)
    }

    private func lines(of index: Int, width: Int, style: Style) -> [Line] {
        let row = rows.all[index]
        let isCurrent = index == rows.current
        var paragraph = Paragraph(style)
        paragraph.add(isCurrent ? style.pointer : " ", .answer, isOneWord: true)
        let isSelected = selected.contains(index)
        paragraph.add(isSelected ? style.checked : style.unchecked, isSelected ? .mark : .plain)
        paragraph.add(" ", isOneWord: true)
        paragraph.add(row.label, isCurrent ? .answer : row.isFree ? .plain : .faint)
        return paragraph.lines(width: width, indent: 3)
    }

    package func listing(width: Int, style: Style) -> [Line] {
        Paragraph(question: question, style).lines(width: width, indent: 2)
            + rows.listing(width: width, style: style) { selected.contains($0) ? "[x] " : "[ ] " }
    }

    package func cue(style: Style) -> String {
        let numbers = selected.sorted().map { "\($0 + 1)" }
        return "Numbers, separated by commas, or none (\(numbers.isEmpty ? "none" : numbers.joined(separator: ","))): "
    }
}
