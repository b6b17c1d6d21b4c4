// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// The effects of keys on a line.
@Suite struct LineEditorTests {
    private func typed(_ keys: String) -> (text: String, effects: [LineEditor.Effect]) {
        var editor = LineEditor()
        let effects = keys.utf8.map { editor.press($0) }
        return (editor.text, effects)
    }

    @Test(arguments: [
        "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}OA", "\u{1B}[1;5C", "\u{1B}[3~", "\u{1B}x", "\t",
        "\u{01}",
    ])
    func `arrows and other keys without a character neither show nor stay in the line`(key: String) {
        let line = typed("a\(key)b")
        #expect(line.text == "ab")
        #expect(line.effects == [.show("a")] + key.utf8.map { _ in .nothing } + [.show("b")])
    }

    @Test func `a key that erases takes a whole character`() {
        #expect(typed("aé\u{7F}").text == "a")
        #expect(typed("a👩‍👧\u{08}").text == "a")
        #expect(typed("\u{7F}").text.isEmpty)
        #expect(typed("ab\u{7F}").effects.last == .redraw)
    }

    @Test func `a character is shown when its last byte has arrived`() {
        #expect(typed("é").effects == [.nothing, .show("é")])
    }

    @Test func `a pasted text is shown with the rest of the line`() {
        let line = typed("a\u{1B}[200~b\nc\n\u{1B}[201~")
        #expect(line.text == "ab c" && line.effects.last == .redraw)
    }

    @Test func `Ctrl-U takes the line, and Ctrl-W the last word`() {
        #expect(typed("one two\u{15}").text.isEmpty)
        #expect(typed("one two \u{17}").text == "one ")
    }

    @Test func `the end of the input is one only in an empty line`() {
        #expect(typed("\u{04}").effects == [.end])
        #expect(typed("a\u{04}").effects == [.show("a"), .nothing])
        #expect(typed("a\n").effects.last == .accept && typed("a\r").effects.last == .accept)
    }
}
