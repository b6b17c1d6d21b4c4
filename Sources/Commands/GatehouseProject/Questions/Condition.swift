// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// When a question comes up: an expression over earlier answers, which can be evaluated and described.
package indirect enum Condition: Sendable, Equatable {
    /// In every dialogue.
    case always
    /// When the thing is made.
    case creating
    /// When the thing exists and is changed.
    case updating
    /// When the answer to a question is one of these.
    case answered(String, [Answer])
    /// When the answer to a question has this value among others.
    case contains(String, String)
    /// When the thing that is changed has a value for the question.
    case hasPresent(String)
    /// When the app is of one of these types.
    case frontend([Frontend])
    /// When the project has this property.
    case fact(Circumstances.Fact)
    /// When the other condition is not met.
    case not(Condition)
    /// When all are met.
    case all([Condition])
    /// When one is met.
    case any([Condition])

    /// When the answer to a question is "yes".
    package static func yes(_ key: String) -> Condition { .answered(key, [.flag(true)]) }

    /// When the answer to a question is this row of a list.
    package static func chose(_ key: String, _ value: String) -> Condition { .answered(key, [.text(value)]) }

    /// Whether the condition is met.
    package func isMet(in circumstances: Circumstances) -> Bool {
        switch self {
        case .always: true
        case .creating: circumstances.purpose == .create
        case .updating: circumstances.purpose == .update
        case .answered(let key, let answers): circumstances.answer(key).map(answers.contains) ?? false
        case .contains(let key, let value): circumstances.answer(key)?.values?.contains(value) ?? false
        case .hasPresent(let key): circumstances.present[key] != nil
        case .frontend(let frontends): frontends.contains(circumstances.frontend)
        case .fact(let fact): circumstances.facts.contains(fact)
        case .not(let condition): !condition.isMet(in: circumstances)
        case .all(let conditions): conditions.allSatisfy { $0.isMet(in: circumstances) }
        case .any(let conditions): conditions.contains { $0.isMet(in: circumstances) }
        }
    }

    /// What is left of the condition where the purpose is known; `nil` if it is never met there.
    package func reduced(to purpose: Circumstances.Purpose) -> Condition? {
        switch self {
        case .creating: return purpose == .create ? .always : nil
        case .updating: return purpose == .update ? .always : nil
        case .always, .answered, .contains, .hasPresent, .frontend, .fact: return self
        case .not(let condition):
            guard let inner = condition.reduced(to: purpose) else { return .always }
            return inner == .always ? nil : .not(inner)
        case .all(let conditions):
            let parts = conditions.compactMap { $0.reduced(to: purpose) }
            guard parts.count == conditions.count else { return nil }
            let rest = parts.filter { $0 != .always }
            return rest.count > 1 ? .all(rest) : rest.first ?? .always
        case .any(let conditions):
            let parts = conditions.compactMap { $0.reduced(to: purpose) }
            guard !parts.contains(.always) else { return .always }
            return parts.count > 1 ? .any(parts) : parts.first
        }
    }

    /// The condition in words, for help texts; empty if it is always met.
    package var description: String {
        switch self {
        case .always: ""
        case .creating: "on creation"
        case .updating: "on an update"
        case .answered(let key, let answers): "\(key) is \(answers.map(Self.words).joined(separator: " or "))"
        case .contains(let key, let value): "\(key) has \(value)"
        case .hasPresent(let key): "\(key) is set"
        case .frontend(let frontends): "the app is \(frontends.map(\.rawValue).joined(separator: " or "))"
        case .fact(let fact): fact.rawValue
        case .not(let condition): "not (\(condition.description))"
        case .all(let conditions): Self.joined(conditions, by: " and ")
        case .any(let conditions): Self.joined(conditions, by: " or ")
        }
    }

    private static func words(_ answer: Answer) -> String {
        switch answer {
        case .text(let text): text
        case .flag(let flag): flag ? "yes" : "no"
        case .values(let values): "[\(values.joined(separator: ", "))]"
        }
    }

    private static func joined(_ conditions: [Condition], by word: String) -> String {
        let parts = conditions.map { condition in
            switch condition {
            case .any(let inner) where inner.count > 1 && conditions.count > 1: "(\(condition.description))"
            case .always, .creating, .updating, .answered, .contains, .hasPresent, .frontend, .fact, .not, .all, .any:
                condition.description
            }
        }
        return parts.filter { !$0.isEmpty }.joined(separator: word)
    }
}

/// The type of an app, as project files name it.
package enum Frontend: String, Sendable, CaseIterable {
    case android, flutter, ios, javascript
}

/// What a dialogue knows besides the table of its questions: the project, the present settings, the answers so far.
package struct Circumstances: Sendable, Equatable {
    /// Whether a thing is made or changed: the two conditions of one table.
    package enum Purpose: Sendable {
        case create, update
    }

    /// A property of the project that decides about questions; the raw value is the property in words.
    package enum Fact: String, Sendable {
        /// Another category uses the user pool, or would lose it.
        case hasDependents = "other resources depend on it"
        /// The project has a resource of the category `auth`.
        case hasAuth = "the project has auth"
        /// The schema of the API has models.
        case hasModels = "the schema has models"
        /// The sign-in pages are used.
        case hasOAuth = "OAuth is configured"
        /// The folder belongs to a project already.
        case hasProject = "the folder has a project"
        /// Conflict detection of the API is on.
        case detectsConflicts = "conflict detection is on"
    }

    /// Whether a thing is made or changed.
    package var purpose: Purpose
    /// The name of the project.
    package var projectName: String
    /// The type of the app.
    package var frontend: Frontend
    /// The name of the environment in which this machine works; `nil` if it is not known.
    package var environment: String?
    /// Eight lowercase hexadecimal digits that are in the names of what this command makes.
    package var id: String
    /// The properties of the project.
    package var facts: Set<Fact>
    /// The values of the thing that is changed, by the keys of the questions.
    package var present: Answers
    /// Names that questions offer, by the key of the question: environments, groups, functions, models.
    package var offers: [String: [String]]
    /// The answers so far.
    package var answers = Answers()

    /// Makes the circumstances of a dialogue that begins.
    package init(
        purpose: Purpose = .create, projectName: String, frontend: Frontend, id: String, facts: Set<Fact> = [],
        present: Answers = Answers(), offers: [String: [String]] = [:]
    ) {
        self.purpose = purpose
        self.projectName = projectName
        self.frontend = frontend
        self.id = id
        self.facts = facts
        self.present = present
        self.offers = offers
    }

    /// The answer to a question, else the present value.
    package func answer(_ key: String) -> Answer? { answers[key] ?? present[key] }

    /// The text that answers a question, else the present one.
    package func text(_ key: String) -> String? { answer(key)?.text }

    /// The values that answer a question, else the present ones.
    package func values(_ key: String) -> [String]? { answer(key)?.values }
}
