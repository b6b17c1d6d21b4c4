// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A dialogue in lines: texts for a person, and the lines that the person types.
///
/// A script can replace the person.
package protocol Dialogue {
    /// Writes a text as it is.
    func write(_ text: String)

    /// Writes a prompt and reads a line.
    ///
    /// - Parameters:
    ///   - prompt: the prompt, without control characters.
    ///   - isShown: whether the line may be seen while it is typed.
    /// - Returns: the line; `nil` at the end of the input.
    func line(after prompt: String, isShown: Bool) -> String?

    /// The number of columns at which texts are broken.
    var textColumns: Int { get }
}

// MARK: - Saying

extension Dialogue {
    /// The number of columns of a file or a pipe.
    package var textColumns: Int { 80 }

    /// Writes a line, broken between words where it is wider than the output.
    package func say(_ line: String = "", indent: Int = 0) {
        write(line.withoutControls.wrapped(width: textColumns, indent: indent) + "\n")
    }

    /// Writes what belongs to a word.
    package func say(_ label: String, _ value: String) {
        let column = max(14, label.count + 1)
        say("  " + label.padding(toLength: column, withPad: " ", startingAt: 0) + value, indent: column + 2)
    }

    /// Says what went wrong and what to do about it.
    package func complain(_ error: any Error) {
        let words = Complaint(error)
        say("Error: \(words.text)", indent: 7)
        if !words.cure.isEmpty { say("       \(words.cure)", indent: 7) }
    }

    /// Lists several things.
    package func list(_ choices: [Choice<some Any>]) {
        let width = choices.map(\.word.count).max() ?? 0
        for (index, choice) in choices.enumerated() {
            let number = "\(index + 1)".padding(toLength: 4, withPad: " ", startingAt: 0)
            let word = choice.word.padding(toLength: width + 2, withPad: " ", startingAt: 0)
            say("  \(number)\(word)\(choice.title)", indent: width + 8)
        }
    }
}

// MARK: - Asking

extension Dialogue {
    /// Asks for a line; `nil` for an empty one.
    ///
    /// - Throws: `Ending.inputEnded`.
    package func askIfAny(_ question: String) throws -> String? {
        let answer = try answer(to: question).trimmingCharacters(in: .whitespaces)
        return answer.isEmpty ? nil : answer
    }

    /// Asks for a line; an empty one goes back.
    ///
    /// - Throws: `Ending`.
    package func ask(_ question: String) throws -> String {
        guard let answer = try askIfAny(question) else { throw Ending.goingBack }
        return answer
    }

    /// Asks for a line that is not shown while it is typed; `nil` for an empty one.
    ///
    /// - Throws: `Ending.inputEnded`.
    package func askHiddenIfAny(_ question: String) throws -> String? {
        let line = try answer(to: question, isShown: false)
        return line.isEmpty ? nil : line
    }

    /// Asks for a line that is not shown while it is typed; an empty one goes back.
    ///
    /// - Throws: `Ending`.
    package func askHidden(_ question: String) throws -> String {
        guard let answer = try askHiddenIfAny(question) else { throw Ending.goingBack }
        return answer
    }

    /// Asks which of several things, until the answer is one of them; an empty line goes back.
    ///
    /// - Throws: `Ending`.
    package func choose<Value>(_ question: String, _ choices: [Choice<Value>]) throws -> Value {
        list(choices)
        while true {
            if let value: Value = choices.choice(for: try ask(question)) { return value }
            say("That is none of them. Answer with a number or a word of the list.")
        }
    }

    private func answer(to question: String, isShown: Bool = true) throws -> String {
        guard let line = line(after: "\(question.withoutControls): ", isShown: isShown) else {
            say()
            throw Ending.inputEnded
        }
        return line
    }
}
