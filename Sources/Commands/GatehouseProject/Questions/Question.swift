// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A row of the table of questions: everything that dialogues, scripts and help texts need to know about a question.
package struct Question: Sendable {
    /// A row of a list.
    package struct Choice: Sendable, Hashable {
        /// The row as people read it.
        package let label: String
        /// The answer that the row gives: a text, or yes or no.
        package let answer: Answer
        /// A remark after the label; empty if there is none.
        package var note = ""
        /// Other beginnings under which a person looks for the row.
        package var aliases: [String] = []
        /// Why the row cannot be chosen; `nil` if it can.
        package var obstacle: String?
        /// Why the row of a checkbox list is always chosen; `nil` if the person decides.
        package var necessity: String?

        /// Makes a row whose answer is a text.
        package init(_ label: String, _ value: String, note: String = "", aliases: [String] = []) {
            self.init(label, .text(value), note: note, aliases: aliases)
        }

        /// Makes a row with any answer.
        package init(_ label: String, _ answer: Answer, note: String = "", aliases: [String] = []) {
            self.label = label
            self.answer = answer
            self.note = note
            self.aliases = aliases
        }

        /// The value in files and scripts.
        package var value: String {
            switch answer {
            case .text(let text): text
            case .flag(let flag): flag ? "true" : "false"
            case .values(let values): values.joined(separator: ",")
            }
        }
    }

    /// Rows, some of which depend on what was answered before.
    package enum Choices: Sendable {
        /// The same rows in every dialogue.
        case fixed([Choice])
        /// Rows that depend on the circumstances.
        case from(@Sendable (Circumstances) -> [Choice])

        func resolved(in circumstances: Circumstances) -> [Choice] {
            switch self {
            case .fixed(let choices): choices
            case .from(let make): make(circumstances)
            }
        }
    }

    /// The form of the answer.
    package enum Kind: Sendable {
        /// One row of a list.
        case list(Choices)
        /// Any number of rows.
        case checkboxes(Choices)
        /// All rows, in an order that the person chooses.
        case order(Choices)
        /// A text.
        case text
        /// A text that is not shown while it is typed, and that no file of the project has.
        case hidden
        /// Yes or no.
        case confirmation
    }

    /// The answer that is taken by default.
    package enum Standard: Sendable {
        /// There is none: the question must be answered.
        case none
        /// The same in every dialogue.
        case fixed(Answer)
        /// One that depends on the circumstances.
        case from(@Sendable (Circumstances) -> Answer?)

        func resolved(in circumstances: Circumstances) -> Answer? {
            switch self {
            case .none: nil
            case .fixed(let answer): answer
            case .from(let make): make(circumstances)
            }
        }
    }

    /// The key in `cli-inputs.json` and of `--answers`.
    package let key: String
    /// Another key that files of answers may have for the question; `nil` if there is none.
    package var formerKey: String?
    /// The key of a later question whose answer in a file says yes to this one; `nil` if there is none.
    package var opens: String?
    /// The words of the question, without a mark before them.
    package let text: String
    /// The form of the answer.
    package let kind: Kind
    /// The answer that is taken by default.
    package var standard = Standard.none
    /// What the answer must be.
    package var rule = AnswerRule.any
    /// Why an answer that keeps the rule cannot be used in this project; `nil` if it can.
    package var obstacle: @Sendable (Answer, Circumstances) -> String? = { _, _ in nil }
    /// When the question comes up.
    package var condition = Condition.always
    /// Whether the answer cannot be changed later: on an update it comes up only while there is none.
    package var isImmutable = false
    /// Whether the question is repeated until the person says that there is no other answer.
    package var repeats = false
    /// The explanation behind the row "I want to learn more."; `nil` if there is no such row.
    package var explanation: String?
    /// Lines before the question.
    package var notes: [String] = []
    /// A further line before the question, where the circumstances need one.
    package var note: @Sendable (Circumstances) -> String? = { _ in nil }
    /// What an accepted answer leads to, in words, where a person should know it at once.
    package var remark: @Sendable (Answer, Circumstances) -> String? = { _, _ in nil }

    /// Makes a question; its other properties have the values of a question without a condition.
    package init(_ key: String, _ text: String, _ kind: Kind) {
        self.key = key
        self.text = text
        self.kind = kind
    }

    /// The last row of lists with an explanation, as the tool's documentation shows it.
    package static let learnMore = Choice("I want to learn more.", Interview.learnMore)
}

/// A row of a table: a question, or rows that earlier answers make.
package enum TableRow: Sendable {
    /// A question.
    case question(Question)
    /// Rows that are made when the dialogue gets there; the text says in help texts what they are.
    case rows(String, @Sendable (Circumstances) -> [TableRow])
}

extension Question {
    /// Sets properties in an expression.
    func with(_ change: (inout Question) -> Void) -> Question {
        var question = self
        change(&question)
        return question
    }

    /// A list of "Yes" and "No".
    static func yesOrNo(_ key: String, _ text: String, standard: Bool, explanation: String? = nil) -> Question {
        var question = Question(
            key, text, .list(.fixed([Choice("Yes", .flag(true)), Choice("No", .flag(false))])))
        question.standard = .fixed(.flag(standard))
        question.explanation = explanation
        return question
    }

    /// A question that is answered by yes or no.
    static func confirmation(_ key: String, _ text: String, standard: Bool) -> Question {
        var question = Question(key, text, .confirmation)
        question.standard = .fixed(.flag(standard))
        return question
    }
}

/// A question at a point of a dialogue, with all that depends on earlier answers.
package struct OpenQuestion: Sendable, Equatable {
    /// The form of the answer.
    package enum Kind: Sendable, Equatable {
        /// One row of a list.
        case list([Question.Choice])
        /// Any number of rows.
        case checkboxes([Question.Choice])
        /// All rows in an order.
        case order([Question.Choice])
        /// A text.
        case text
        /// A text that is not shown.
        case hidden
        /// Yes or no.
        case confirmation
    }

    /// The key of the answer; the question for another value has the suffix `.another`.
    package let key: String
    /// The words of the question.
    package let text: String
    /// The form of the answer.
    package let kind: Kind
    /// The answer of Enter; `nil` if there is none.
    package let standard: Answer?
    /// Lines before the question.
    package let notes: [String]
    /// Another key that files of answers may have for the question; `nil` if there is none.
    package var formerKey: String?
    /// The key of a later question whose answer in a file says yes to this one; `nil` if there is none.
    package var opens: String?
}
