// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

extension Terminal: Interviewer {
    /// Puts a question; answers are typed in the terminal.
    ///
    /// A terminal that moves its cursor shows the question anew at each key. Otherwise each answer is a line.
    /// - Throws: `Ending.inputEnded`; `Refusal` if the standard input is not a terminal.
    package func ask<Question: Prompt>(_ prompt: Question) throws -> Question.Answer {
        guard Keyboard.isThere else { throw Refusal(unanswered: prompt.question) }
        return try style.movesCursor ? askByKeys(prompt) : askByLines(prompt)
    }

    /// Keeps keys from being shown between several questions, for example when the next answer is typed early.
    ///
    /// - Parameter body: puts the questions.
    /// - Returns: the result of the body.
    /// - Throws: the error of the body.
    package func interview<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        guard Keyboard.isThere, style.movesCursor else { return try await body() }
        let hold = Keyboard.hold(.keys, output: descriptor, isDrawn: true)
        defer { Keyboard.release(hold) }
        return try await body()
    }

    /// The present size; 80 columns and 24 rows if it is unknown.
    package var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The width of the terminal, at most 80.
    package var textColumns: Int { min(80, size.columns) }

    /// The width of lines: the last column stays free, because terminals differ about the cursor after it.
    private var width: Int { max(1, size.columns - 1) }
}

// MARK: - Keys

extension Terminal {
    private func askByKeys<Question: Prompt>(_ prompt: Question) throws -> Question.Answer {
        let hold = Keyboard.hold(.keys, output: descriptor, isDrawn: true)
        defer { Keyboard.release(hold) }
        var session = KeySession(prompt, on: self)
        write(Canvas.begin)
        defer { write(Canvas.end) }
        while true {
            if let answer = try session.step() { return answer }
        }
    }
}

/// A question while its keys arrive.
private struct KeySession<Question: Prompt> {
    private var prompt: Question
    private let terminal: Terminal
    private var canvas: Canvas
    private var decoder = KeyDecoder()
    /// Whether a key may have changed the screen since it was drawn.
    private var isStale = true

    init(_ prompt: Question, on terminal: Terminal) {
        self.prompt = prompt
        self.terminal = terminal
        canvas = Canvas(terminal.style)
    }

    /// Draws the question and takes the next byte; returns the answer.
    mutating func step() throws -> Question.Answer? {
        // The keys of a pasted line are drawn together.
        if isStale, !Keyboard.hasMore { draw() }
        switch Keyboard.event() {
        case .byte(let byte):
            if let key = decoder.press(byte) { try press(key) }
        case .changed: isStale = true
        case .stop:
            Keyboard.stop()
            terminal.write(Canvas.begin)
            canvas.forget()
            isStale = true
        case .end: throw ended()
        }
        guard let answer = prompt.answer else { return nil }
        let size = terminal.size
        terminal.write(canvas.finish(screen(size), columns: size.columns))
        return answer
    }

    private mutating func press(_ key: KeyPress) throws {
        if key == .endOfInput, !prompt.hasTypedText { throw ended() }
        prompt.press(key)
        isStale = true
        guard let notice = prompt.notice else { return }
        prompt.notice = nil
        let columns = terminal.size.columns
        terminal.write(canvas.clear(columns: columns))
        terminal.explain(notice, width: max(1, columns - 1), style: terminal.style)
    }

    private mutating func draw() {
        let size = terminal.size
        terminal.write(canvas.draw(screen(size), columns: size.columns))
        isStale = false
    }

    private func screen(_ size: (columns: Int, rows: Int)) -> [Line] {
        prompt.screen(width: max(1, size.columns - 1), height: size.rows, style: terminal.style)
    }

    /// Leaves the question on the screen without its rows.
    private mutating func ended() -> Ending {
        let size = terminal.size
        terminal.write(canvas.finish(Array(screen(size).prefix(1)), columns: size.columns))
        return .inputEnded
    }
}

// MARK: - Lines

extension Terminal {
    private func askByLines<Question: Prompt>(_ prompt: Question) throws -> Question.Answer {
        try ask(prompt, width: width, style: style) { cue, isShown in
            // The terminal hides keys before the cue invites them.
            let hold = isShown ? nil : Keyboard.hold(.hiddenLines, output: descriptor)
            defer { if let hold { Keyboard.release(hold) } }
            write(cue)
            return Keyboard.line()
        }
    }
}
