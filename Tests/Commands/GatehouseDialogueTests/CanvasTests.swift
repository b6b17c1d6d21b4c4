// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// What a terminal gets, and what it shows then.
@Suite struct CanvasTests {
    /// Types keys and returns the terminal that showed the question at each of them.
    private func show<Question: Prompt>(
        _ prompt: Question, typing text: String, width: Int = 79, height: Int = 24, style: Style = Style()
    ) -> (terminal: ScreenOfTerminal, prompt: Question) {
        var terminal = ScreenOfTerminal()
        var prompt = prompt
        var (canvas, decoder) = (Canvas(style), KeyDecoder())
        terminal.take("Before\n")
        terminal.take(canvas.draw(prompt.screen(width: width, height: height, style: style), columns: width + 1))
        for key in text.utf8.compactMap({ decoder.press($0) }) {
            prompt.press(key)
            let lines = prompt.screen(width: width, height: height, style: style)
            let isLast = prompt.answer != nil
            terminal.take(
                isLast ? canvas.finish(lines, columns: width + 1) : canvas.draw(lines, columns: width + 1))
            if isLast { break }
        }
        return (terminal, prompt)
    }

    @Test(arguments: [79, 39, 19], [24, 10])
    func `the screen has the question and nothing of its former lines`(_ width: Int, _ height: Int) {
        let typed = [
            "", Sent.down, "man", "manx", "xyz\r", "man\u{7F}\u{7F}\u{7F}", Sent.down + Sent.enter, "xy\r\u{15}\r",
        ]
        for keys in typed {
            let (terminal, prompt) = show(Asked.start, typing: keys, width: width, height: height)
            #expect(terminal.text == "Before\n" + prompt.picture(width, height), "\(keys.debugDescription)")
            #expect(terminal.unknown.isEmpty)
        }
    }

    @Test func `the cursor is where the next character is typed`() {
        let (terminal, _) = show(Asked.name, typing: "abc" + Sent.left)
        #expect(terminal.row == 1 && terminal.column == "? Name of the project: (shop) ab".count)
    }

    @Test func `after the answer the cursor is on the next line`() {
        let (terminal, _) = show(Asked.start, typing: Sent.enter)
        #expect(terminal.row == terminal.text.split(separator: "\n").count && terminal.column == 0)
    }

    @Test func `without colours no sequence for colours is sent`() {
        var (coloured, plain) = (Canvas(Style()), Canvas(Style(showsColours: false)))
        let lines = Asked.start.screen(width: 79, height: 24, style: Style())
        let (withColours, without) = (coloured.draw(lines, columns: 80), plain.draw(lines, columns: 80))
        #expect(withColours.contains("\u{1B}[36m❯ ") && without.contains("\n❯ "))
    }

    @Test func `after the terminal has become narrower, the broken lines are replaced`() {
        var canvas = Canvas(Style(showsColours: false))
        let line = Line(spans: [.init(text: String(repeating: "a", count: 70), ink: .plain)])
        _ = canvas.draw([line, line, Line(spans: [], cursor: 0)], columns: 80)
        // Two lines of 70 characters take four rows of 40 columns each.
        let redrawn = canvas.draw([Line()], columns: 40)
        #expect(redrawn.hasPrefix("\r\u{1B}[4A"))
    }

    @Test func `a question that is cleared leaves nothing`() {
        var (terminal, canvas) = (ScreenOfTerminal(), Canvas(Style()))
        terminal.take("Before\n")
        terminal.take(canvas.draw(Asked.start.screen(width: 79, height: 24, style: Style()), columns: 80))
        terminal.take(canvas.clear(columns: 80))
        #expect(terminal.text == "Before" && terminal.row == 1)
    }
}
