// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// What holds for each question after any keys, on a terminal of any size.
@Suite struct ScreenBoundsTests {
    private static let sent = [
        Sent.up, Sent.down, Sent.shiftUp, Sent.shiftDown, Sent.home, Sent.left, Sent.backspace, "\u{1B}[C", "\u{1B}[F",
        "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[3~", "\u{15}", "\u{17}", "\u{0B}", "\t", " ", "a", "i", "j", "k", "J", "é",
        "漢",
        "👩‍👧", "Default configuration with ", "\u{301}", "\u{202E}", "\u{1B}", "\u{9B}2J", "\r",
        Sent.pasted("one\ntwo\u{1B}[2J"), Sent.pasted(String(repeating: "long ", count: 40)),
    ]

    private func check<Question: Prompt>(_ prompt: Question, seed: UInt64) {
        var dice = Dice(seed)
        var prompt = prompt
        var decoder = KeyDecoder()
        for _ in 0..<60 {
            let bytes = Array((Self.sent.randomElement(using: &dice) ?? "").utf8)
            for key in bytes.compactMap({ decoder.press($0) }) { prompt.press(key) }
            prompt.notice = nil
            let width = Int.random(in: 1...100, using: &dice)
            let height = Int.random(in: 1...30, using: &dice)
            for style in [Style(), .ascii] {
                let lines = prompt.screen(width: width, height: height, style: style)
                #expect(!lines.isEmpty && lines.count <= height)
                #expect(lines.allSatisfy { $0.columns <= width && ($0.cursor ?? 0) <= width })
                #expect(lines.count(where: { $0.cursor != nil }) <= 1)
                #expect(lines.allSatisfy { $0.text.unicodeScalars.allSatisfy { Self.isHarmless($0, style) } })
            }
        }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar, _ style: Style) -> Bool {
        guard style.showsUTF8 else { return 0x20..<0x7F ~= scalar.value }
        return scalar.properties.generalCategory != .control && scalar != "\u{202E}"
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `no line is too wide, and no screen too high, after any keys`(seed: UInt64) {
        check(Asked.start, seed: seed)
        check(Asked.providers, seed: seed)
        check(Asked.groups, seed: seed)
        check(Asked.name, seed: seed)
        check(Asked.secret, seed: seed)
        check(Asked.logins, seed: seed)
        check(ListPrompt("漢字\u{7}\n", [Row("👩‍👧 \u{1B}[2J", 1), .barred("漢字漢字", 2, because: "…")]), seed: seed)
        check(ListPrompt("", [Row<Int>]()), seed: seed)
        check(CheckboxPrompt("?", (0..<40).map { Row("Row \($0)", $0) }), seed: seed)
    }

    @Test(arguments: [("a", 1), ("漢", 2), ("é", 1), ("e\u{301}", 1), ("❯", 1), ("◉", 1), ("🐦", 2), ("ｱ", 1), ("Ａ", 2)])
    func `characters take the columns that terminals give them`(_ text: String, _ columns: Int) {
        #expect(text.reduce(0) { $0 + $1.columns } == columns)
    }

    @Test func `without UTF-8 characters have an equivalent in ASCII`() {
        #expect(Style.ascii.shown("“Go on…” – ‘é’") == "\"Go on...\" - '?'")
    }
}
