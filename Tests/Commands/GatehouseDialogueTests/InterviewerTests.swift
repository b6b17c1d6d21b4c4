// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization
import Testing

@testable import GatehouseDialogue

/// Questions that a script answers in lines.
@Suite struct InterviewerTests {
    @Test func `a refused line is followed by its reason and the cue again`() throws {
        let script = Lines(["nonsense", "manual"])
        #expect(try script.ask(Asked.start) == "manual")
        #expect(script.text.hasPrefix("? \(Asked.start.question)\n  1   Default"))
        #expect(script.text.hasSuffix("Number or title (1): >> No row is \"nonsense\".\nNumber or title (1): "))
    }

    @Test func `an explanation is printed before the cue is repeated`() throws {
        let script = Lines(["4", ""])
        #expect(try script.ask(Asked.start) == "default")
        #expect(script.text.contains("(1): The default configuration has a user pool.\nIt asks little.\nNumber"))
    }

    @Test func `a secret is read without being shown`() throws {
        let script = Lines(["xyz"])
        #expect(try script.ask(Asked.secret) == "xyz")
        #expect(script.hidden == ["? Client secret: (hidden) "])
    }

    @Test func `a narrow terminal breaks what is said between words`() {
        let script = Lines([], textColumns: 20)
        script.say("The identity pool does not know the user pool.")
        #expect(script.text == "The identity pool\ndoes not know the\nuser pool.\n")
    }

    @Test func `the end of the input is an error`() {
        let script = Lines([])
        #expect(throws: Ending.inputEnded) { try script.ask(Asked.logins) }
    }
}

/// A dialogue whose lines come from a list.
private final class Lines: Interviewer {
    private struct State {
        var lines: ArraySlice<String>
        var text = ""
        var hidden: [String] = []
    }

    private let state: Mutex<State>
    let textColumns: Int

    init(_ lines: [String], textColumns: Int = 80) {
        state = Mutex(State(lines: lines[...]))
        self.textColumns = textColumns
    }

    /// What was written so far, with the cues.
    var text: String { state.withLock { $0.text } }

    /// The cues of the lines that were hidden.
    var hidden: [String] { state.withLock { $0.hidden } }

    func write(_ text: String) {
        state.withLock { $0.text += text }
    }

    func line(after prompt: String, isShown: Bool) -> String? {
        state.withLock { state in
            state.text += prompt
            if !isShown { state.hidden.append(prompt) }
            return state.lines.popFirst()
        }
    }
}
