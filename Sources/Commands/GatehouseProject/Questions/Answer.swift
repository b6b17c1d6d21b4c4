// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An answer to a question.
package enum Answer: Sendable, Hashable {
    /// A text, or the value of a row of a list.
    case text(String)
    /// Yes or no.
    case flag(Bool)
    /// The values of several rows, in their order, or several texts.
    case values([String])

    /// The text; `nil` for another answer.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Yes or no; `nil` for another answer.
    package var flag: Bool? {
        if case .flag(let flag) = self { flag } else { nil }
    }

    /// The values; `nil` for another answer.
    package var values: [String]? {
        if case .values(let values) = self { values } else { nil }
    }
}

/// Answers by the keys of their questions.
package struct Answers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    private var byKey: [String: Answer]

    /// Makes a collection of answers.
    package init(_ byKey: [String: Answer] = [:]) {
        self.byKey = byKey
    }

    package init(dictionaryLiteral elements: (String, Answer)...) {
        byKey = Dictionary(elements) { $1 }
    }

    /// The answer to a question.
    package subscript(key: String) -> Answer? {
        get { byKey[key] }
        set { byKey[key] = newValue }
    }

    /// The keys that have answers, sorted.
    package var keys: [String] { byKey.keys.sorted() }

    /// The text that answers a question; `nil` without such an answer.
    package func text(_ key: String) -> String? { byKey[key]?.text }

    /// The yes or no that answers a question; `nil` without such an answer.
    package func flag(_ key: String) -> Bool? { byKey[key]?.flag }

    /// The values that answer a question; `nil` without such an answer.
    package func values(_ key: String) -> [String]? { byKey[key]?.values }

    /// The answers with the others added, which win.
    package func merging(_ others: Answers) -> Answers {
        Answers(byKey.merging(others.byKey) { $1 })
    }
}

/// The rule that an answer breaks.
package struct AnswerRefusal: Error, Equatable, CustomStringConvertible {
    /// The key of the question.
    package let key: String
    /// The rule in words: a sentence.
    package let reason: String

    /// Makes a refusal.
    package init(_ key: String, _ reason: String) {
        self.key = key
        self.reason = reason
    }

    /// The refusal in one line, with the key.
    package var description: String { "\(key): \(reason)" }
}
