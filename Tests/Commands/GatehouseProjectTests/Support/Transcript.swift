// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import Testing

/// A dialogue that a person has finished: what was shown, and what was answered.
struct Transcript {
    let prompts: [OpenQuestion]
    let interview: Interview
    let remarks: [String]

    /// Answers the questions of a table as lines that are typed; a key without a line is answered with Enter.
    init(_ table: [TableRow], _ circumstances: Circumstances, _ lines: [String: String] = [:]) throws {
        var interview = Interview(table, circumstances)
        var prompts: [OpenQuestion] = []
        var remarks: [String] = []
        while let prompt = interview.prompt {
            prompts.append(prompt)
            let answer = try #require(prompt.answer(line: lines[prompt.key] ?? ""), "\(prompt.key) has no answer")
            if case .taken(let remark?) = try interview.answer(answer) { remarks.append(remark) }
        }
        self.prompts = prompts
        self.interview = interview
        self.remarks = remarks
    }

    /// The keys of the questions in their order.
    var keys: [String] { prompts.map(\.key) }

    /// The words of a question.
    func text(_ key: String) -> String? { prompts.first { $0.key == key }?.text }

    /// The rows of a list.
    func labels(_ key: String) -> [String] {
        switch prompts.first(where: { $0.key == key })?.kind {
        case .list(let choices), .checkboxes(let choices), .order(let choices): choices.map(\.label)
        case .text, .hidden, .confirmation, nil: []
        }
    }
}

extension Circumstances {
    /// A project with the name "Shop", and ids of `1a2b3c4d`.
    static func shop(
        _ purpose: Purpose = .create, frontend: Frontend = .ios, facts: Set<Fact> = [], present: Answers = Answers(),
        offers: [String: [String]] = [:]
    ) -> Circumstances {
        Circumstances(
            purpose: purpose, projectName: "Shop", frontend: frontend, id: "1a2b3c4d", facts: facts, present: present,
            offers: offers)
    }
}

extension AuthSettings {
    /// The settings of a new resource whose questions are answered with these lines, else with Enter.
    static func created(_ lines: [String: String] = [:], frontend: Frontend = .ios) throws -> AuthSettings {
        AuthSettings(try Transcript(AuthTable.rows, .shop(frontend: frontend), lines).interview)
    }

    /// The settings after an update with these lines, else with Enter.
    func updated(_ lines: [String: String]) throws -> AuthSettings {
        let facts: Set<Circumstances.Fact> = hostedPages == nil ? [.hasAuth] : [.hasAuth, .hasOAuth]
        let circumstances = Circumstances.shop(.update, facts: facts, present: answers)
        return updated(by: try Transcript(AuthTable.rows, circumstances, lines).interview)
    }
}

/// The bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The document of a text.
func document(_ text: String) throws -> JSONDocument { try JSONDocument(utf8(text)) }

extension JSONDocument {
    /// The document as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
