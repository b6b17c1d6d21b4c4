// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// Where a person reads and types; a script can take the person's place.
struct Terminal {
    /// Whether pictures can be drawn: the output is a terminal that shows UTF-8.
    let drawsPictures: Bool

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        drawsPictures = isatty(STDOUT_FILENO) == 1 && Self.showsUTF8(environment)
    }

    /// Whether the locale is one of UTF-8, as the first variable that is set decides.
    static func showsUTF8(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = locale?.lowercased() ?? ""
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }

    // MARK: - Saying

    /// Writes a line.
    func say(_ line: String = "") {
        write(line.withoutControls + "\n")
    }

    /// Writes what belongs to a word.
    func say(_ label: String, _ value: String) {
        say("  " + label.padding(toLength: max(14, label.count + 1), withPad: " ", startingAt: 0) + value)
    }

    /// Draws a text as a QR code, if this terminal shows pictures.
    func draw(_ text: String) {
        guard drawsPictures, let code = QRCode(text) else { return }
        write(code.drawing.map { $0 + "\n" }.joined())
    }

    /// Says what went wrong and what to do about it.
    func complain(_ error: any Error) {
        guard let error = error as? any AmplifyError else { return say("Error: \(error)") }
        say("Error: \(error.errorDescription)")
        if !error.recoverySuggestion.isEmpty { say("       \(error.recoverySuggestion)") }
    }

    private func write(_ text: String) {
        // Where the output was closed, nobody is left to be told.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }

    // MARK: - Asking

    private func nextLine() throws -> String {
        guard let line = readLine() else {
            say()
            throw Ending.leaving
        }
        return line
    }

    /// Asks for a line; `nil` for an empty one.
    func askIfAny(_ question: String) throws -> String? {
        write("\(question.withoutControls): ")
        let line = try nextLine()
        let answer = line.trimmingCharacters(in: .whitespaces)
        return answer.isEmpty ? nil : answer
    }

    /// Asks for a line; an empty one goes back.
    func ask(_ question: String) throws -> String {
        guard let answer = try askIfAny(question) else { throw Ending.goingBack }
        return answer
    }

    /// Asks for a line that is not shown while it is typed; `nil` for an empty one.
    func askHiddenIfAny(_ question: String) throws -> String? {
        try HiddenTyping.during {
            write("\(question.withoutControls): ")
            let line = try nextLine()
            return line.isEmpty ? nil : line
        }
    }

    /// Asks for a line that is not shown while it is typed; an empty one goes back.
    func askHidden(_ question: String) throws -> String {
        guard let answer = try askHiddenIfAny(question) else { throw Ending.goingBack }
        return answer
    }

    /// Asks which of several things, until the answer is one of them; an empty line goes back.
    func choose<Value>(_ question: String, _ choices: [Choice<Value>]) throws -> Value {
        let width = choices.map(\.word.count).max() ?? 0
        for (index, choice) in choices.enumerated() {
            let number = "\(index + 1)".padding(toLength: 4, withPad: " ", startingAt: 0)
            say("  \(number)\(choice.word.padding(toLength: width + 2, withPad: " ", startingAt: 0))\(choice.title)")
        }
        while true {
            if let value: Value = choices.choice(for: try ask(question)) { return value }
            say("That is none of them. Answer with a number or a word of the list, or with an empty line to go back.")
        }
    }

    /// Asks again and again, until the answer is accepted; an empty line goes back.
    func untilAccepted<Result>(_ attempt: () async throws -> Result) async throws -> Result {
        while true {
            do {
                return try await attempt()
            } catch let error as AuthError where error.allowsAnotherAnswer {
                complain(error)
            }
        }
    }
}

extension String {
    /// The text without the characters by which a server could take over a terminal.
    fileprivate var withoutControls: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "�" : $0 }))
    }
}
