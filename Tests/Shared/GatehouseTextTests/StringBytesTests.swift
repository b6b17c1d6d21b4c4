// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import Testing

@Suite struct StringBytesTests {
    @Test(arguments: ["", "a", "ada@example.com", "\u{0}", "\u{E9}\u{FFFD}\u{1F600}", "e\u{301}", "日本語"])
    func `the bytes of a text are that text, and no part of a character is one`(text: String) {
        let bytes = Array(text.utf8)
        #expect(String(utf8: bytes) == text)
        for count in 0...bytes.count {
            let part = Array(bytes.prefix(count))
            let text = String(utf8: part)
            #expect(text == String(validating: part, as: UTF8.self))
            #expect(text.map { Array($0.utf8) == part } != false)
        }
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x90, 0x80], [0xFF],
            [0xE2, 0x28, 0xA1], [0x61, 0xC3], [0xEF, 0xBF],
        ] as [[UInt8]])
    func `other bytes are no text`(bytes: [UInt8]) {
        #expect(String(utf8: bytes) == nil)
    }

    @Test func `changed bytes are a text only if the library takes them for one`() {
        let bytes = Array("a\u{E9}日\u{1F600}z".utf8)
        for index in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = bytes
                changed[index] = byte
                #expect((String(utf8: changed) == nil) == (String(validating: changed, as: UTF8.self) == nil))
            }
        }
    }

    @Test func `a hash of the last bytes tells texts apart that differ in them`() {
        #expect(Self.hashOfEnd("one.two.abcd") == Self.hashOfEnd("three.abcd"))
        #expect(Self.hashOfEnd("one.two.abcd") != Self.hashOfEnd("one.two.abce"))
        #expect(Self.hashOfEnd("日") == Self.hashOfEnd("日"))
        #expect(Self.hashOfEnd("") == Self.hashOfEnd(""))
    }

    private static func hashOfEnd(_ text: String) -> Int {
        var hasher = Hasher()
        text.hashBytes(into: &hasher, last: 4)
        return hasher.finalize()
    }
}
