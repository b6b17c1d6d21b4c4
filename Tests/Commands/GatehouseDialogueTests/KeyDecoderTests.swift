// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// The keys in the bytes of a terminal.
@Suite struct KeyDecoderTests {
    private func keys(_ text: String) -> [KeyPress] { keys(Array(text.utf8)) }

    private func keys(_ bytes: [UInt8]) -> [KeyPress] {
        var decoder = KeyDecoder()
        return bytes.compactMap { decoder.press($0) }
    }

    @Test(
        arguments: [
            ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
            ("\u{1B}[1;2A", .shiftUp), ("\u{1B}[1;5B", .shiftDown), ("\u{1B}[a", .shiftUp), ("\u{1B}[H", .home),
            ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
            ("\u{1B}OM", .enter), ("\r", .enter), ("\n", .enter), ("\u{8}", .backspace), ("\u{7F}", .backspace),
            ("\u{4}", .endOfInput), ("\u{15}", .eraseLine), ("\u{17}", .eraseWord), ("ä", .character("ä")),
            ("🐦", .character("🐦")), ("\u{1B}\u{1B}[A", .up),
        ] as [(String, KeyPress)])
    func `a sequence is one key, and the next byte begins another one`(_ sent: String, _ key: KeyPress) {
        #expect(keys(sent) == [key])
        #expect(keys(sent + "x" + sent) == [key, .character("x"), key])
    }

    @Test(arguments: [
        "\u{1B}x", "\u{1B}[[A", "\u{1B}[15~", "\u{1B}[?1;2c", "\u{1B}[Z", "\u{0}", "\u{1}\u{5}", "\u{1B}[I",
    ])
    func `a sequence without a meaning types nothing`(sent: String) {
        #expect(keys(sent + "a").filter { if case .character = $0 { true } else { false } } == [.character("a")])
    }

    @Test func `bytes that are not UTF-8 are dropped`() {
        #expect(keys([0xFF, 0x61, 0xC3, 0x62, 0xA4, 0xE2, 0x82, 0x63]) == ["a", "b", "c"].map(KeyPress.character))
    }

    @Test func `a pasted text is one key with its line feeds`() {
        #expect(keys("a" + Sent.pasted("one\ntwo \u{1B}[A") + "b").count == 3)
        #expect(keys(Sent.pasted("one\ntwo")) == [.pasted("one\ntwo")])
    }

    @Test func `a pasted text has a largest size, and the keys after it arrive`() {
        let sent = keys(Sent.pasted(String(repeating: "a", count: KeyDecoder.longestPaste + 99)) + "\r")
        #expect(sent == [.pasted(String(repeating: "a", count: KeyDecoder.longestPaste)), .enter])
    }

    @Test func `a sequence without an end does not grow`() {
        #expect(keys("\u{1B}[" + String(repeating: "1;", count: 10_000) + "A") == [.up])
    }
}
