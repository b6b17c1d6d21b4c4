// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// The answers of a file for `--answers`: lines in the order of the questions, or an object by their keys.
package struct Script: Sendable {
    fileprivate enum Form: Sendable {
        case lines([String])
        case members([JSONValue.Member])
    }

    fileprivate let form: Form

    /// Reads a file.
    ///
    /// - Throws: `JSONFlaw` if it begins as an object and is not JSON, or is larger than 5 MiB.
    package init(_ bytes: [UInt8]) throws(JSONFlaw) {
        let first = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 && $0 < 0x80 }
        guard first != UInt8(ascii: "{") else {
            let document = try JSONDocument(bytes)
            guard case .object(let members) = document.value else {
                throw document.cursor.flaw("An object is expected.")
            }
            form = .members(members)
            return
        }
        guard bytes.count <= JSONDocument.largestSize, let text = String(validating: bytes, as: UTF8.self),
            StreamSafeText.contains(text)
        else {
            throw JSONFlaw(.root, line: 1, "The file is not a text in UTF-8 of at most 5 MiB.")
        }
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        if lines.last == "" { lines.removeLast() }
        form = .lines(lines)
    }

    /// Answers the questions of a dialogue.
    ///
    /// An empty line takes the default. By keys, a question that the object does not name takes its default.
    ///
    /// - Throws: `AnswerRefusal` if an answer breaks a rule, a question has neither an answer nor a default, or an answer
    ///   has no question.
    package func answer(_ interview: Interview) throws(AnswerRefusal) -> Interview {
        var interview = interview
        var reading = Reading(self)
        while let prompt = interview.prompt {
            try interview.answer(try reading.answer(to: prompt))
        }
        try reading.finish()
        return interview
    }

    /// The answers of a file while its questions come up.
    package struct Reading: Sendable {
        private let form: Form
        private var lines: ArraySlice<String> = []
        private var used: Set<String> = []

        /// Begins before the first answer.
        package init(_ script: Script) {
            form = script.form
            if case .lines(let lines) = form { self.lines = lines[...] }
        }

        /// The answer to the next question.
        ///
        /// A line may choose the row for learning more: the question comes again, and the next line answers it.
        ///
        /// - Throws: `AnswerRefusal` if there is neither an answer nor a default, or the answer does not fit the question.
        package mutating func answer(to prompt: OpenQuestion) throws(AnswerRefusal) -> Answer {
            switch form {
            case .lines: try line(for: prompt)
            case .members(let members): try value(of: members, for: prompt)
            }
        }

        /// Ends the reading after the last question.
        ///
        /// - Throws: `AnswerRefusal` if an answer has no question.
        package func finish() throws(AnswerRefusal) {
            switch form {
            case .lines:
                guard let line = lines.first(where: { !$0.isEmpty }) else { return }
                throw AnswerRefusal(
                    "", "The line '\(line)' answers no question: all questions have answers before it.")
            case .members(let members):
                guard let member = members.first(where: { !used.contains($0.name) }) else { return }
                throw AnswerRefusal(
                    member.name, "The question is not asked after the other answers, or cannot be changed.")
            }
        }

        private mutating func line(for prompt: OpenQuestion) throws(AnswerRefusal) -> Answer {
            guard let line = lines.popFirst() else {
                throw AnswerRefusal(prompt.key, "The file has no line for the question: \(prompt.text)")
            }
            guard let answer = prompt.answer(line: line) else {
                throw AnswerRefusal(prompt.key, "The line '\(line)' does not answer the question: \(prompt.text)")
            }
            return answer
        }

        private mutating func value(
            of members: [JSONValue.Member], for prompt: OpenQuestion
        ) throws(AnswerRefusal) -> Answer {
            let former = prompt.formerKey.flatMap { key in members.first { $0.name.hasBytes(of: key) } }
            guard let member = members.first(where: { $0.name.hasBytes(of: prompt.key) }) ?? former else {
                // The things to add are in the file: the answer to this question is yes.
                if let later = prompt.opens, members.contains(where: { $0.name.hasBytes(of: later) }) {
                    return .flag(true)
                }
                guard let standard = prompt.standard else {
                    throw AnswerRefusal(prompt.key, "The question has no answer and no default: \(prompt.text)")
                }
                return standard
            }
            // A list of settings comes back until it is continued: its answer counts once.
            if !used.insert(member.name).inserted, let standard = prompt.standard { return standard }
            guard let answer = prompt.answer(value: member.value) else {
                throw AnswerRefusal(
                    prompt.key,
                    "The value is \(member.value.kindInWords), which does not answer the question: \(prompt.text)")
            }
            if case .list = prompt.kind, answer == Interview.learnMore {
                throw AnswerRefusal(prompt.key, "The row for learning more does not answer the question.")
            }
            return answer
        }
    }
}

extension OpenQuestion {
    /// The answer that a line gives: a row by its label, value, number or alias; several rows separated by commas,
    /// or `none`.
    ///
    /// - Returns: the answer; `nil` if the line gives none. It may break the question's rule.
    package func answer(line: String) -> Answer? {
        if line.isEmpty, let standard { return standard }
        switch kind {
        case .text, .hidden: return .text(line)
        case .confirmation: return Self.flag(line).map(Answer.flag)
        case .list(let choices): return Self.choice(line, choices)?.answer
        case .checkboxes(let choices), .order(let choices):
            // A line that is empty takes the default: "none" clears one that has rows.
            if line.isEmpty || isNone(line, choices) { return .values([]) }
            var values: [String] = []
            for part in line.split(separator: ",") {
                let word = part.utf8.first == 0x20 ? String(part.drop { $0 == " " }) : String(part)
                guard let choice = Self.choice(word, choices) else { return nil }
                values.append(choice.value)
            }
            return .values(values)
        }
    }

    /// The answer that a value of JSON gives.
    ///
    /// - Returns: the answer; `nil` if the value has another kind, or names no row.
    package func answer(value: JSONValue) -> Answer? {
        switch (kind, value) {
        case (.text, .string(let text)), (.hidden, .string(let text)): return .text(text)
        case (.text, .number(let digits)): return .text(digits)
        case (.confirmation, .bool(let flag)): return .flag(flag)
        case (.confirmation, .string(let text)): return Self.flag(text).map(Answer.flag)
        case (.list(let choices), .bool(let flag)): return choices.first { $0.answer == .flag(flag) }?.answer
        case (.list(let choices), .string(let text)): return Self.choice(text, choices)?.answer
        case (.list(let choices), .array):
            guard let texts = Self.texts(value) else { return nil }
            return choices.first { $0.answer == .values(texts) }?.answer
        case (.checkboxes, .string(let text)), (.order, .string(let text)): return answer(line: text)
        case (.checkboxes(let choices), .array), (.order(let choices), .array):
            guard let texts = Self.texts(value) else { return nil }
            let found = texts.compactMap { Self.choice($0, choices)?.value }
            return found.count == texts.count ? .values(found) : nil
        // All values of a repeated question.
        case (.text, .array): return Self.texts(value).map(Answer.values)
        default: return nil
        }
    }

    private static func texts(_ value: JSONValue) -> [String]? {
        guard case .array(let elements) = value else { return nil }
        let texts = elements.compactMap { element -> String? in
            if case .string(let text) = element { text } else { nil }
        }
        return texts.count == elements.count ? texts : nil
    }

    private static func flag(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "y", "yes", "true": true
        case "n", "no", "false": false
        default: nil
        }
    }

    private static func choice(_ word: String, _ choices: [Question.Choice]) -> Question.Choice? {
        let lower = word.lowercased()
        if let exact = choices.first(where: { $0.value.hasBytes(of: word) || $0.label.hasBytes(of: word) }) {
            return exact
        }
        if let same = choices.first(where: { names(of: $0).contains(lower) }) { return same }
        if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1] }
        guard !lower.isEmpty else { return nil }
        return choices.first { choice in names(of: choice).contains { $0.hasPrefix(lower) } }
    }

    /// Whether a line chooses no row, and is not a row's own name.
    private func isNone(_ line: String, _ choices: [Question.Choice]) -> Bool {
        guard case .checkboxes = kind, line.lowercased() == "none" else { return false }
        return !choices.contains { Self.names(of: $0).contains("none") }
    }

    private static func names(of choice: Question.Choice) -> [String] {
        ([choice.label, choice.value] + choice.aliases).map { $0.lowercased() }
    }
}
