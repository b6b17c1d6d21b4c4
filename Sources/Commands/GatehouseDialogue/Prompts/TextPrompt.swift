// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A text that the person types: with a default and a rule, and hidden where it is a secret.
package struct TextPrompt: Prompt {
    package let question: String
    package private(set) var answer: String?
    package var notice: String?
    package private(set) var refusal: String?
    package let isHidden: Bool
    private let preset: String?
    private let rule: Rule<String>
    private var field = TextField()

    /// Makes a question for a text.
    ///
    /// - Parameters:
    ///   - question: the question in words.
    ///   - preset: the answer to an empty line. It is shown in parentheses, but for one that is hidden or empty. Without
    ///     it, an empty line is refused.
    ///   - isHidden: whether neither the typed text nor the answer is shown.
    ///   - rule: checks the answer, the preset too.
    package init(
        _ question: String, default preset: String? = nil, isHidden: Bool = false,
        rule: @escaping Rule<String> = { _ in nil }
    ) {
        self.question = question
        self.preset = preset
        self.isHidden = isHidden
        self.rule = rule
    }

    package var hasTypedText: Bool { !field.text.isEmpty }

    package mutating func press(_ key: KeyPress) {
        guard answer == nil else { return }
        refusal = nil
        if key == .enter { accept(field.text) } else { field.press(key) }
    }

    package mutating func take(_ line: String) {
        guard answer == nil else { return }
        refusal = nil
        accept(line)
    }

    private mutating func accept(_ typed: String) {
        let typed = isHidden ? typed : typed.asAnswer
        guard !typed.isEmpty || preset != nil else {
            refusal = "An answer is needed."
            return
        }
        let value = typed.isEmpty ? preset ?? "" : typed
        refusal = rule(value)
        if refusal == nil { answer = value }
        // A secret that cannot be seen cannot be corrected; after an answer, it is not kept twice.
        if isHidden { field = TextField() }
    }

    /// The hint after the question.
    private var hint: String? {
        switch (isHidden, preset) {
        case (true, nil): "(hidden)"
        case (true, _?): "(hidden; Enter keeps the present one)"
        case (false, nil), (false, ""): nil
        case (false, let preset?): "(\(preset))"
        }
    }

    package func screen(width: Int, height: Int, style: Style) -> [Line] {
        if let answer {
            return answered(isHidden ? "[hidden]" : answer, width: width, height: height, style: style)
        }
        var head = Paragraph(question: question, style)
        head.add(" ")
        if let hint { head.add(hint + " ", .faint) }
        if !isHidden { head.add(field.before, .answer, isOneWord: true) }
        head.placeCursor()
        if !isHidden { head.add(field.after, .answer, isOneWord: true) }
        var page = Page(head: head.lines(width: width, indent: 2), style: style)
        page.refusal = refusalLines(width: width, style: style)
        page.scroll(height: height)
        return page.lines(width: width, height: height)
    }

    package func listing(width: Int, style: Style) -> [Line] { [] }

    package func cue(style: Style) -> String {
        style.shown("? \(question) " + (hint.map { "\($0) " } ?? ""))
    }
}

/// A question with the answers yes and no.
package struct ConfirmPrompt: Prompt {
    package let question: String
    package private(set) var answer: Bool?
    package var notice: String?
    package private(set) var refusal: String?
    private let preset: Bool
    private var field = TextField()

    /// Makes a question; `preset` is the answer to an empty line.
    package init(_ question: String, default preset: Bool) {
        self.question = question
        self.preset = preset
    }

    package var hasTypedText: Bool { !field.text.isEmpty }

    package mutating func press(_ key: KeyPress) {
        guard answer == nil else { return }
        refusal = nil
        if key == .enter { accept(field.text) } else { field.press(key) }
    }

    package mutating func take(_ line: String) {
        guard answer == nil else { return }
        refusal = nil
        accept(line)
    }

    private mutating func accept(_ line: String) {
        let word = line.asAnswer.lowercased()
        switch word {
        case "": answer = preset
        case "y", "yes", "true": answer = true
        case "n", "no", "false": answer = false
        default:
            refusal = "The answer must be y or n."
            field = TextField()
        }
    }

    private var hint: String { preset ? "(Y/n) " : "(y/N) " }

    package func screen(width: Int, height: Int, style: Style) -> [Line] {
        if let answer { return answered(answer ? "Yes" : "No", width: width, height: height, style: style) }
        var head = Paragraph(question: question, style)
        head.add(" ")
        head.add(hint, .faint)
        head.add(field.before, .answer, isOneWord: true)
        head.placeCursor()
        head.add(field.after, .answer, isOneWord: true)
        var page = Page(head: head.lines(width: width, indent: 2), style: style)
        page.refusal = refusalLines(width: width, style: style)
        page.scroll(height: height)
        return page.lines(width: width, height: height)
    }

    package func listing(width: Int, style: Style) -> [Line] { [] }

    package func cue(style: Style) -> String { style.shown("? \(question) \(hint)") }
}

extension Page {
    /// Drops the first lines of a long text, so that the line of the cursor is within the height.
    fileprivate mutating func scroll(height: Int) {
        guard head.count > height, let cursor = head.firstIndex(where: { $0.cursor != nil }) else { return }
        head.removeFirst(max(0, cursor + 1 - max(1, height)))
    }
}
