// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The questions of one command and the answers so far: what the next question is, or that all are answered.
///
/// A value without input and output. The terminal, `--yes`, `--answers` and tests drive the same one.
package struct Interview: Sendable {
    /// What an answer led to.
    package enum Outcome: Sendable, Equatable {
        /// The answer was taken; the remark says what it leads to, where a person should know it at once.
        case taken(remark: String?)
        /// The person wants to know more; the question comes again.
        case explained(String)
    }

    /// The answer of the row "I want to learn more.".
    package static let learnMore = Answer.text("learnMore")
    /// What the key of the question for another value ends with.
    package static let anotherSuffix = ".another"

    /// The rows that are not answered yet; the first is the question that waits.
    private var rows: [TableRow]
    /// Whether a repeated question has a value, and the person must say if there is another one.
    private var asksForAnother = false
    /// The project, the present settings, and the answers so far.
    package private(set) var circumstances: Circumstances
    /// The keys of the answered questions, in their order; a repeated question is there once.
    package private(set) var asked: [String] = []

    /// Begins a dialogue.
    package init(_ table: [TableRow], _ circumstances: Circumstances) {
        rows = table
        self.circumstances = circumstances
        advance()
    }

    /// The answers so far.
    package var answers: Answers { circumstances.answers }

    /// The question that waits for an answer; `nil` when all are answered.
    package var prompt: OpenQuestion? {
        guard let question = current else { return nil }
        guard !asksForAnother else {
            return OpenQuestion(
                key: question.key + Self.anotherSuffix, text: "Do you want to add another one?", kind: .confirmation,
                standard: .flag(false), notes: [])
        }
        let isLater = question.repeats && answers[question.key] != nil
        let notes = question.notes + [question.note(circumstances)].compactMap(\.self)
        let kind = resolvedKind(of: question)
        return OpenQuestion(
            key: question.key, text: question.text, kind: kind,
            standard: isLater ? nil : standard(of: question, kind), notes: isLater ? [] : notes,
            formerKey: question.formerKey, opens: question.opens)
    }

    /// The words of the rule that the answer must keep; empty if there is none.
    package var rule: String { asksForAnother ? "" : current?.rule.words ?? "" }

    /// Assumes a type of the app, for example the one that a server has of the project.
    package mutating func assume(_ frontend: Frontend) {
        circumstances.frontend = frontend
    }

    /// The text behind the row "I want to learn more."; `nil` if the question has no such row.
    package var explanation: String? { asksForAnother ? nil : current?.explanation }

    /// Offers names at a question, for example the projects of a server that an earlier answer names.
    package mutating func offer(_ names: [String], at key: String) {
        circumstances.offers[key] = names
    }

    /// Answers the question, and goes to the next one.
    ///
    /// A repeated question takes one text and asks for another, or takes all of its values at once.
    ///
    /// - Throws: `AnswerRefusal` if the answer breaks the rule; the question stays.
    @discardableResult
    package mutating func answer(_ answer: Answer) throws(AnswerRefusal) -> Outcome {
        guard let question = current, let prompt else {
            throw AnswerRefusal("", "All questions are answered.")
        }
        if asksForAnother {
            guard case .flag(let wantsAnother) = answer else { throw AnswerRefusal(prompt.key, "Answer yes or no.") }
            asksForAnother = false
            if !wantsAnother { finish(question.key) }
            return .taken(remark: nil)
        }
        if let explanation = question.explanation, answer == Self.learnMore { return .explained(explanation) }
        let chosen = inPresentOrder(answer, to: question)
        try check(chosen, to: question, prompt)
        let remark = question.remark(chosen, circumstances)
        if question.repeats, case .text(let text) = chosen {
            circumstances.answers[question.key] = .values((answers.values(question.key) ?? []) + [text])
            asksForAnother = true
            return .taken(remark: remark)
        }
        circumstances.answers[question.key] = chosen
        finish(question.key)
        return .taken(remark: remark)
    }

    /// Why an answer to the question would be refused; `nil` if it would be taken.
    package func refusal(of answer: Answer) -> String? {
        var interview = self
        do throws(AnswerRefusal) {
            try interview.answer(answer)
            return nil
        } catch {
            return error.reason
        }
    }

    /// The answers that would be taken for all remaining questions with Enter.
    ///
    /// - Throws: `AnswerRefusal` at the first question without a default.
    package func takingDefaults() throws(AnswerRefusal) -> Interview {
        var interview = self
        while let prompt = interview.prompt {
            guard let standard = prompt.standard else {
                throw AnswerRefusal(prompt.key, "The question has no default: \(prompt.text)")
            }
            try interview.answer(standard)
        }
        return interview
    }

    // MARK: - Rows

    private var current: Question? {
        guard case .question(let question)? = rows.first else { return nil }
        return question
    }

    private mutating func finish(_ key: String) {
        asked.append(key)
        rows.removeFirst()
        advance()
    }

    /// Goes to the next question whose condition is met.
    private mutating func advance() {
        while let row = rows.first {
            switch row {
            case .rows(_, let make): rows.replaceSubrange(0..<1, with: make(circumstances))
            case .question(let question):
                if isAsked(question) { return }
                rows.removeFirst()
            }
        }
    }

    private func isAsked(_ question: Question) -> Bool {
        if question.isImmutable, circumstances.purpose == .update, circumstances.present[question.key] != nil {
            return false
        }
        return question.condition.isMet(in: circumstances)
    }

    private func resolvedKind(of question: Question) -> OpenQuestion.Kind {
        switch question.kind {
        case .list(let choices):
            let rows = keepingPresent(choices.resolved(in: circumstances), of: question)
            return .list(question.explanation == nil ? rows : rows + [Question.learnMore])
        case .checkboxes(let choices):
            return .checkboxes(keepingPresent(choices.resolved(in: circumstances), of: question))
        case .order(let choices): return .order(choices.resolved(in: circumstances))
        case .text: return .text
        case .hidden: return .hidden
        case .confirmation: return .confirmation
        }
    }

    /// The rows, and rows for present values that the table does not have: Enter must not lose them.
    private func keepingPresent(_ choices: [Question.Choice], of question: Question) -> [Question.Choice] {
        guard circumstances.purpose == .update, let present = circumstances.present[question.key] else {
            return choices
        }
        if case .list = question.kind {
            if choices.contains(where: { $0.answer == present }) { return choices }
            let row = Question.Choice("", present)
            return choices + [Question.Choice("\(row.value) (as it is)", present)]
        }
        let others = (present.values ?? []).filter { value in !choices.contains { $0.value == value } }
        return choices + others.map { Question.Choice($0, $0) }
    }

    /// The present value on an update, if it can be chosen, else the default of the table.
    private func standard(of question: Question, _ kind: OpenQuestion.Kind) -> Answer? {
        if circumstances.purpose == .update, !question.repeats, let present = circumstances.present[question.key] {
            switch kind {
            case .list(let choices): if choices.contains(where: { $0.answer == present }) { return present }
            case .checkboxes, .order, .text, .confirmation: return present
            // A secret is kept without being shown: its default is to leave it as it is.
            case .hidden: return .text("")
            }
        }
        return question.standard.resolved(in: circumstances)
    }

    /// The present value if the answer has the same rows in another order, which means the same.
    private func inPresentOrder(_ answer: Answer, to question: Question) -> Answer {
        guard case .checkboxes = question.kind, circumstances.purpose == .update,
            let present = circumstances.present[question.key], let values = present.values,
            values.sorted() == answer.values?.sorted()
        else { return answer }
        return present
    }

    private func check(_ answer: Answer, to question: Question, _ prompt: OpenQuestion) throws(AnswerRefusal) {
        // A value that stays needs no check: it may be older than the rule, or a secret that is not shown.
        if circumstances.purpose == .update, !question.repeats, answer == circumstances.present[question.key] { return }
        switch prompt.kind {
        case .list(let choices):
            guard let choice = choices.first(where: { $0.answer == answer }) else {
                throw AnswerRefusal(question.key, "Choose one of \(Self.names(of: choices)).")
            }
            if let obstacle = choice.obstacle { throw AnswerRefusal(question.key, obstacle) }
        case .checkboxes(let choices):
            for value in answer.values ?? [""] {
                guard let choice = choices.first(where: { $0.value == value }) else {
                    throw AnswerRefusal(question.key, "Choose from \(Self.names(of: choices)).")
                }
                if let obstacle = choice.obstacle { throw AnswerRefusal(question.key, obstacle) }
            }
        case .order(let choices):
            guard let values = answer.values, values.sorted() == choices.map(\.value).sorted() else {
                throw AnswerRefusal(question.key, "Name all of \(Self.names(of: choices)) in the order that you want.")
            }
        case .text, .hidden:
            guard answer.text != nil || question.repeats && answer.values?.isEmpty == false else {
                throw AnswerRefusal(question.key, "Enter a text.")
            }
        case .confirmation:
            guard answer.flag != nil else { throw AnswerRefusal(question.key, "Answer yes or no.") }
        }
        guard question.rule.isKept(by: answer, in: circumstances) else {
            throw AnswerRefusal(question.key, question.rule.words)
        }
        if let reason = question.obstacle(answer, circumstances) { throw AnswerRefusal(question.key, reason) }
    }

    private static func names(of choices: [Question.Choice]) -> String {
        choices.filter { $0 != Question.learnMore }.map(\.value).joined(separator: ", ")
    }
}
