// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The help text of a command's questions, from the table that the dialogue reads.
package enum QuestionHelp {
    /// One paragraph for each question that the command can ask: key, words, choices, default, rule and condition.
    ///
    /// - Parameters:
    ///   - table: the rows.
    ///   - circumstances: what choices and defaults depend on.
    /// - Returns: the text.
    package static func text(_ table: [TableRow], in circumstances: Circumstances) -> String {
        table.compactMap { row in
            switch row {
            case .question(let question):
                question.condition.reduced(to: circumstances.purpose).map { paragraph(question, $0, circumstances) }
            case .rows(let name, _): "(\(name))\n"
            }
        }.joined(separator: "\n")
    }

    private static func paragraph(
        _ question: Question, _ condition: Condition, _ circumstances: Circumstances
    ) -> String {
        var lines = ["\(question.key): \(question.text)"]
        switch question.kind {
        case .list(let choices): lines.append(named("one of", choices, circumstances))
        case .checkboxes(let choices): lines.append(named("any of", choices, circumstances))
        case .order(let choices): lines.append(named("an order of", choices, circumstances))
        case .text: lines.append("a text")
        case .hidden: lines.append("a text that is not shown")
        case .confirmation: lines.append("yes or no")
        }
        if let standard = question.standard.resolved(in: circumstances) { lines.append("default: \(words(standard))") }
        if !question.rule.words.isEmpty { lines.append(question.rule.words) }
        if !condition.description.isEmpty { lines.append("when \(condition.description)") }
        if question.isImmutable { lines.append("cannot be changed later") }
        if question.repeats { lines.append("may be answered several times") }
        return lines[0] + "\n" + lines.dropFirst().map { "    \($0)\n" }.joined()
    }

    private static func named(_ words: String, _ choices: Question.Choices, _ circumstances: Circumstances) -> String {
        let values = choices.resolved(in: circumstances).map { $0.value.isEmpty ? "(empty)" : $0.value }
        return values.isEmpty ? words : "\(words) \(values.joined(separator: ", "))"
    }

    private static func words(_ answer: Answer) -> String {
        switch answer {
        case .text(let text): text.isEmpty ? "(empty)" : text
        case .flag(let flag): flag ? "yes" : "no"
        case .values(let values): values.isEmpty ? "none" : values.joined(separator: ", ")
        }
    }
}
