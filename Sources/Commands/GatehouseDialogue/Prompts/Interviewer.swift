// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A dialogue that can put questions with rows, defaults and rules.
package protocol Interviewer: Dialogue {
    /// Puts a question until its answer is accepted.
    ///
    /// - Throws: `Ending.inputEnded`; `Refusal` if there is no terminal to answer it.
    func ask<Question: Prompt>(_ prompt: Question) throws -> Question.Answer

    /// Does something that puts several questions; a terminal shows no keys between them.
    ///
    /// - Throws: the error of the body.
    func interview<Result>(_ body: () async throws -> Result) async rethrows -> Result

    /// What the output shows.
    var style: Style { get }

    /// The number of columns and rows of the output.
    var size: (columns: Int, rows: Int) { get }
}

extension Interviewer {
    package func interview<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await body()
    }

    /// The style of a file or a pipe.
    package var style: Style { Style(showsColours: false, movesCursor: false) }

    /// The size of a file or a pipe.
    package var size: (columns: Int, rows: Int) { (80, 24) }

    /// Writes a table.
    package func show(_ table: Table) {
        for line in table.lines(width: max(1, size.columns - 1), style: style) { write(line + "\n") }
    }

    /// Puts a question in lines, as a script answers it.
    ///
    /// - Throws: `Ending.inputEnded`.
    package func ask<Question: Prompt>(_ prompt: Question) throws -> Question.Answer {
        try ask(prompt, width: 79, style: style) { line(after: $0, isShown: $1) }
    }

    /// Puts a question in lines until its answer is accepted.
    ///
    /// - Parameters:
    ///   - prompt: the question.
    ///   - width: the largest number of columns of a line.
    ///   - style: what the output shows.
    ///   - read: reads a line after a cue, which is shown while it is typed, or not.
    /// - Returns: the answer.
    /// - Throws: `Ending.inputEnded`.
    func ask<Question: Prompt>(
        _ prompt: Question, width: Int, style: Style, read: (_ cue: String, _ isShown: Bool) -> String?
    ) throws -> Question.Answer {
        var prompt = prompt
        show(prompt.listing(width: width, style: style), style)
        while true {
            guard let typed = read(prompt.cue(style: style), !prompt.isHidden) else {
                write("\n")
                throw Ending.inputEnded
            }
            prompt.take(typed)
            if let answer = prompt.answer { return answer }
            if let notice = prompt.notice {
                prompt.notice = nil
                explain(notice, width: width, style: style)
            }
            show(prompt.refusalLines(width: width, style: style), style)
        }
    }

    /// Prints a text whose paragraphs end with line feeds.
    func explain(_ text: String, width: Int, style: Style) {
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var paragraph = Paragraph(style)
            paragraph.add(String(part))
            show(paragraph.lines(width: width), style)
        }
    }

    private func show(_ lines: [Line], _ style: Style) {
        write(lines.map { $0.rendered(style) + "\n" }.joined())
    }
}

extension Refusal {
    /// The error for a question that has no terminal.
    package init(unanswered question: String) {
        self.init(
            "The question \"\(question)\" needs an answer, and the standard input is not a terminal.",
            cure: "Answer it in a terminal, take the defaults with --yes, or give the answers with --headless (JSON on "
                + "the standard input) or --answers FILE.")
    }
}
