// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseUserPoolModel
import Testing

@testable import GatehouseUserPools

@Suite struct ImportRowTests {
    @Test(
        arguments: [
            ("", [""]),
            ("a", ["a"]),
            ("a,b", ["a", "b"]),
            (",", ["", ""]),
            (" a \t, b\u{A0}", ["a", "b"]),
            (#"12 Main St\, Springfield,x"#, ["12 Main St, Springfield", "x"]),
            (#"a\\,b"#, [#"a\,b"#]),
            (#"a\b,\"#, [#"a\b"#, #"\"#]),
            (#"\,"#, [","]),
            (#""a,b""#, [#""a"#, #"b""#]),
            ("é,日本,👩‍👩‍👧", ["é", "日本", "👩‍👩‍👧"]),
            ("e\u{301},\u{0}", ["e\u{301}", "\u{0}"]),
        ])
    func `fields end at commas that are not escaped, and are trimmed`(_ text: String, _ fields: [String]) throws {
        #expect(try ImportRow.fields(of: line(text)) == fields)
    }

    @Test(
        arguments: [
            [0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0x2C, 0x80],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 make no fields`(_ bytes: [UInt8]) {
        #expect(throws: ImportRefusal.notText) {
            try ImportRow.fields(of: ImportLine(bytes: bytes, length: bytes.count))
        }
    }

    @Test func `a row with a long run of combining marks makes no fields`() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 15)
        #expect(try ImportRow.fields(of: line("a\(marks),b")) == ["a\(marks)", "b"])
        #expect(throws: ImportRefusal.unsafeText) { try ImportRow.fields(of: line("a\(marks)\u{301},b")) }
    }

    @Test func `a row has at most sixteen thousand characters`() throws {
        #expect(try ImportRow.fields(of: line(String(repeating: "é", count: 16_000))).count == 1)
        #expect(throws: ImportRefusal.tooLong) {
            try ImportRow.fields(of: line(String(repeating: "é", count: 16_001)))
        }
        #expect(throws: ImportRefusal.tooLong) { try ImportRow.fields(of: ImportLine(bytes: nil, length: 9)) }
    }

    @Test(
        arguments: [
            ("", []),
            ("\n", [""]),
            ("a", ["a"]),
            ("a\n", ["a"]),
            ("a\r\nb\r\n", ["a", "b"]),
            ("a\rb\n\nc", ["a\rb", "", "c"]),
            ("\r\r\n", ["\r"]),
        ])
    func `lines end in line feeds, with or without a carriage return`(_ text: String, _ lines: [String]) {
        let split = Self.split(Array(text.utf8), sizes: [text.utf8.count])
        #expect(split.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } } == lines)
        #expect(split.reduce(0) { $0 + $1.length } == text.utf8.count)
    }

    @Test func `a line that is too long is passed over without being kept`() {
        let file = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000) + Array("\nnext".utf8)
        let lines = Self.split(file, sizes: [7, 64_000, 1, 200_000])
        #expect(lines.map { $0.bytes == nil } == [true, false])
        #expect(lines.map(\.length) == [300_001, 4])
        let longest = [UInt8](repeating: UInt8(ascii: "x"), count: 64_000)
        #expect(Self.split(longest + Array("\r\n".utf8), sizes: [64_002]).first?.bytes == longest)
        #expect(Self.split(longest + Array("x\r\n".utf8), sizes: [64_003]).first?.bytes == nil)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `garbage splits the same however it arrives, and every byte is accounted for`(_ seed: UInt64) {
        let chance = Entropy.seeded(seed)
        let alphabet = Array("a,\\\n\r \u{E9}\u{0}".utf8) + [0xFF]
        let file = chance.bytes(2_000).map { alphabet[Int($0) % alphabet.count] }
        let whole = Self.split(file, sizes: [file.count])
        #expect(Self.split(file, sizes: chance.bytes(64).map { Int($0) % 50 + 1 }) == whole)
        #expect(whole.reduce(0) { $0 + $1.length } == file.count)
        for line in whole { _ = try? ImportRow.fields(of: line) }
    }

    @Test func `bytes behind the last line that is wanted are left alone`() {
        var splitter = LineSplitter()
        splitter.take(Array("a\nb\nc\n".utf8)[...], limit: 2)
        #expect(splitter.lines.map(\.length) == [2, 2])
    }

    private func line(_ text: String) -> ImportLine {
        ImportLine(bytes: Array(text.utf8), length: text.utf8.count)
    }

    private static func split(_ file: [UInt8], sizes: [Int]) -> [ImportLine] {
        var splitter = LineSplitter()
        var rest = file[...]
        var turn = 0
        while !rest.isEmpty {
            let size = sizes[turn % sizes.count]
            splitter.take(rest.prefix(size), limit: .max)
            rest = rest.dropFirst(size)
            turn += 1
        }
        splitter.finish()
        return splitter.lines
    }
}
