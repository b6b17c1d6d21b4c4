// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDialogue
import GatehouseProject

/// Answers the questions of a table from one of the sources that a command line can name.
struct InterviewRun {
    /// Where answers come from.
    enum Source {
        /// A person at the terminal.
        case person
        /// A file of answers: `--answers`.
        case script(Script)
        /// The defaults: `--yes`.
        case defaults
    }

    /// What happens before a question, for example that names of a server are offered at it.
    ///
    /// It returns the answer if the question need not be put.
    typealias Preparation = (_ key: String, _ interview: inout Interview) async throws -> Answer?

    private let source: Source
    private let dialogue: any Interviewer & Sendable
    private let given: Answers

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - source: where answers come from.
    ///   - dialogue: the terminal.
    ///   - given: answers of the command line, whose questions are not put.
    init(_ source: Source, at dialogue: any Interviewer & Sendable, given: Answers) {
        (self.source, self.dialogue, self.given) = (source, dialogue, given)
    }

    /// Answers a dialogue.
    ///
    /// - Parameters:
    ///   - start: the dialogue.
    ///   - prepare: what happens before each question.
    /// - Returns: the dialogue with all its answers.
    /// - Throws: `AnswerRefusal` if an answer of the command line or of a file breaks a rule; `Refusal` if a question has
    ///   no answer; `Ending.inputEnded`; the error of the preparation.
    func finished(
        _ start: Interview, preparing prepare: Preparation = { _, _ in nil }
    ) async throws -> Interview {
        switch source {
        case .person:
            return try await dialogue.interview {
                try await answered(start, prepare) { question, interview in try ask(question, interview) }
            }
        case .script(let script):
            var reading = Script.Reading(script)
            let interview = try await answered(start, prepare) { question, _ in try reading.answer(to: question) }
            try reading.finish()
            return interview
        case .defaults:
            return try await answered(start, prepare) { question, _ in
                if let standard = question.standard { return standard }
                throw Refusal(
                    "The question \"\(question.text)\" has no default.",
                    cure: "Answer it in a terminal, or give the answer '\(question.key)' with --answers FILE.")
            }
        }
    }

    private func answered(
        _ start: Interview, _ prepare: Preparation, _ answer: (OpenQuestion, Interview) async throws -> Answer
    ) async throws -> Interview {
        var interview = start
        while let key = interview.prompt?.key {
            if let known = try await prepare(key, &interview) ?? given[key] {
                try interview.answer(known)
                continue
            }
            guard let question = interview.prompt else { continue }
            if case .person = source { for note in question.notes { dialogue.say(note) } }
            let chosen = try await answer(question, interview)
            switch try interview.answer(chosen) {
            case .taken(let remark?): dialogue.say(remark)
            case .taken(nil): break
            case .explained(let text): dialogue.say(text)
            }
        }
        return interview
    }

    // MARK: - Prompts

    /// Puts one question until the dialogue takes its answer.
    private func ask(_ question: OpenQuestion, _ interview: Interview) throws -> Answer {
        switch question.kind {
        case .list(let choices):
            let rows = choices.map { row(of: $0, interview) }
            let current = question.standard.flatMap { standard in choices.firstIndex { $0.answer == standard } }
            return try dialogue.ask(ListPrompt(question.text, rows, current: current ?? 0))
        case .checkboxes(let choices):
            let standard = question.standard?.values ?? []
            let prompt = CheckboxPrompt(
                question.text, choices.map { selectable($0) }, selected: indices(of: standard, in: choices),
                rule: { interview.refusal(of: .values($0)) })
            return .values(try dialogue.ask(prompt))
        case .order(let choices):
            return .values(try dialogue.ask(OrderPrompt(question.text, choices.map { selectable($0) })))
        case .text, .hidden:
            let prompt = TextPrompt(
                question.text, default: question.standard?.text, isHidden: question.kind == .hidden,
                rule: { interview.refusal(of: .text($0)) })
            return .text(try dialogue.ask(prompt))
        case .confirmation:
            return .flag(try dialogue.ask(ConfirmPrompt(question.text, default: question.standard?.flag ?? false)))
        }
    }

    /// A row of a list whose rows give answers; the last one may explain the question.
    private func row(of choice: Question.Choice, _ interview: Interview) -> Row<Answer> {
        if let obstacle = choice.obstacle { return .barred(choice.title, choice.answer, because: obstacle) }
        if choice == Question.learnMore, let text = interview.explanation { return .explaining(choice.label, text) }
        return Row(choice.title, choice.answer, aliases: choice.aliases)
    }

    /// A row of a list whose rows are selected or moved.
    private func selectable(_ choice: Question.Choice) -> Row<String> {
        if let obstacle = choice.obstacle { return .barred(choice.title, choice.value, because: obstacle) }
        if let necessity = choice.necessity { return .forced(choice.title, choice.value, because: necessity) }
        return Row(choice.title, choice.value, aliases: choice.aliases)
    }

    private func indices(of values: [String], in choices: [Question.Choice]) -> Set<Int> {
        Set(choices.indices.filter { values.contains(choices[$0].value) })
    }
}

extension Question.Choice {
    /// The row with its remark.
    fileprivate var title: String { note.isEmpty ? label : "\(label) \(note)" }
}
