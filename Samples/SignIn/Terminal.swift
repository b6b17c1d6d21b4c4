// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// The terminal of the user; a script can replace the user.
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

    /// Writes a line, broken where it is wider than 80 columns.
    func say(_ line: String = "", indent: Int = 0) {
        write(line.withoutControls.wrapped(indent: indent) + "\n")
    }

    /// Writes what belongs to a word.
    func say(_ label: String, _ value: String) {
        let column = max(14, label.count + 1)
        say("  " + label.padding(toLength: column, withPad: " ", startingAt: 0) + value, indent: column + 2)
    }

    /// Draws a text as a QR code, if this terminal shows pictures.
    func draw(_ text: String) {
        guard drawsPictures, let code = QRCode(text) else { return }
        write(code.drawing.map { $0 + "\n" }.joined())
    }

    /// Says what went wrong and what to do about it.
    func complain(_ error: any Error) {
        let words = Complaint(error)
        say("Error: \(words.text)", indent: 7)
        if !words.cure.isEmpty { say("       \(words.cure)", indent: 7) }
    }

    private func write(_ text: String) {
        // If the output was closed, no reader is left, and the error is ignored.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }

    // MARK: - Asking

    /// Asks for a line; `nil` for an empty one.
    func askIfAny(_ question: String) throws -> String? {
        let answer = try line(after: question).trimmingCharacters(in: .whitespaces)
        return answer.isEmpty ? nil : answer
    }

    /// Asks for a line; an empty one goes back.
    func ask(_ question: String) throws -> String {
        guard let answer = try askIfAny(question) else { throw Ending.goingBack }
        return answer
    }

    /// Asks for a line that is not shown while it is typed; `nil` for an empty one.
    func askHiddenIfAny(_ question: String) throws -> String? {
        let line = try line(after: question, isShown: false)
        return line.isEmpty ? nil : line
    }

    /// Asks for a line that is not shown while it is typed; an empty one goes back.
    func askHidden(_ question: String) throws -> String {
        guard let answer = try askHiddenIfAny(question) else { throw Ending.goingBack }
        return answer
    }

    private func line(after question: String, isShown: Bool = true) throws -> String {
        let prompt = "\(question.withoutControls): "
        let line = Keyboard.isThere ? typed(after: prompt, isShown: isShown) : read(after: prompt)
        guard let line else {
            say()
            throw Ending.inputEnded
        }
        return line
    }

    /// Reads a line from an input that is not a terminal: the question still ends its line.
    private func read(after prompt: String) -> String? {
        write(prompt)
        let line = readLine()
        if line != nil { write("\n") }
        return line
    }

    private func typed(after prompt: String, isShown: Bool) -> String? {
        Keyboard.during {
            write(prompt)
            var editor = LineEditor()
            while let byte = Keyboard.next() {
                switch editor.press(byte) {
                case .nothing: break
                case .show(let byte): if isShown { try? FileHandle.standardOutput.write(contentsOf: Data([byte])) }
                case .redraw: if isShown { write("\r\u{1B}[K\(prompt)\(editor.text)") }
                case .accept:
                    write("\n")
                    return editor.text
                case .end: return nil
                }
            }
            return nil
        }
    }

    // MARK: - Choosing

    /// Lists several things.
    func list(_ choices: [Choice<some Any>]) {
        let width = choices.map(\.word.count).max() ?? 0
        for (index, choice) in choices.enumerated() {
            let number = "\(index + 1)".padding(toLength: 4, withPad: " ", startingAt: 0)
            let word = choice.word.padding(toLength: width + 2, withPad: " ", startingAt: 0)
            say("  \(number)\(word)\(choice.title)", indent: width + 8)
        }
    }

    /// Asks which of several things, until the answer is one of them; an empty line goes back.
    func choose<Value>(_ question: String, _ choices: [Choice<Value>]) throws -> Value {
        list(choices)
        while true {
            if let value: Value = choices.choice(for: try ask(question)) { return value }
            say("That is none of them. Answer with a number or a word of the list.")
        }
    }
}

extension String {
    /// The text without white space at its end; characters by which a server could take over a terminal are replaced.
    var withoutControls: String {
        var text = unicodeScalars
        while text.last?.properties.isWhitespace == true { text.removeLast() }
        return String(String.UnicodeScalarView(text.map { $0.properties.generalCategory == .control ? "�" : $0 }))
    }
}
