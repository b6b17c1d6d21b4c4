// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseText
import Testing

struct StreamSafeTextTests {
    @Test(arguments: ["a", "", "é", "\u{1F82}", "中", "\u{AC01}", "\u{0958}", "\u{1D15E}"])
    func `the longest run has thirty non-starters, those of the starter's decomposition included`(_ start: String) {
        let trailing = start.decomposedStringWithCompatibilityMapping.unicodeScalars.reversed()
            .prefix { $0.properties.canonicalCombiningClass != .notReordered }.count
        let room = 30 - trailing
        #expect(StreamSafeText.contains(start + Self.marks(room)))
        #expect(!StreamSafeText.contains(start + Self.marks(room + 1)))
        #expect(StreamSafeText.contains(start + Self.marks(room) + "x" + Self.marks(30) + "\u{4E2D}" + Self.marks(30)))
    }

    @Test(arguments: [("\u{0344}", 2), ("\u{0F73}", 2), ("\u{0F75}", 2), ("\u{0F81}", 2), ("\u{FF9E}", 1)])
    func `a scalar counts as the non-starters of its decomposition`(_ mark: String, _ count: Int) {
        #expect(StreamSafeText.contains("a" + String(repeating: mark, count: 30 / count)))
        #expect(!StreamSafeText.contains("a" + String(repeating: mark, count: 30 / count + 1)))
    }

    /// The reference: the same count on the text that Foundation has decomposed.
    @Test func `every scalar counts as Foundation decomposes it`() {
        let (before, after) = (Self.marks(28), Self.marks(1))
        var differing: [UInt32] = []
        for value in UInt32(0)..<0x11_0000 {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned,
                !(0xE000..<0xF900 ~= value), value < 0xF0000
            else { continue }
            for text in ["a\(scalar)" + before, "a" + before + String(scalar) + after] {
                let longest = Self.longestRun(of: text.decomposedStringWithCompatibilityMapping)
                if StreamSafeText.contains(text) != (longest <= 30) { differing.append(value) }
            }
        }
        #expect(differing.isEmpty)
    }

    @Test(arguments: [
        "नमस्ते ज़िन्दगी", "שָׁלוֹם עֲלֵיכֶם", "བོད་ཡིག་གཟུངས", "ขอบคุณมากครับที่นี่", "السَّلَامُ عَلَيْكُمْ", "Việt Nam đường phố",
        "👨‍👩‍👧‍👦🇩🇪🇫🇷",
    ])
    func `text of living languages has the format`(_ text: String) {
        #expect(StreamSafeText.contains(text))
        #expect(StreamSafeText.contains(utf8: Array(text.utf8)))
        #expect(StreamSafeText.contains(json: Data("{\"name\": \"\(text)\"}".utf8)))
    }

    @Test func `a JSON escape counts as the scalar that it encodes`() {
        let escapes = String(repeating: #"\u0301\u0323"#, count: 15)
        #expect(StreamSafeText.contains(json: Array(#"{"a\#(escapes)": 1}"#.utf8)))
        #expect(!StreamSafeText.contains(json: Array(#"{"a\#(escapes)\u0301": 1}"#.utf8)))
        #expect(!StreamSafeText.contains(json: Array(#"{"é\#(escapes)": 1}"#.utf8)))
        #expect(!StreamSafeText.contains(json: Array(#"{"\u00E9\#(escapes)": 1}"#.utf8)))
        #expect(!StreamSafeText.contains(json: Array(#""a\#(escapes)\uD834\uDD65""#.utf8)))
        #expect(StreamSafeText.contains(json: Array(#""a\#(escapes)\n\u0301""#.utf8)))
        // An escaped backslash is no escape.
        #expect(StreamSafeText.contains(json: Array(#""\\u0301\#(escapes)""#.utf8)))
        #expect(StreamSafeText.contains(utf8: Array(String(repeating: #"\u0301"#, count: 100).utf8)))
    }

    @Test func `bytes that are not UTF-8 are read to their end`() {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &random) }
        for start in 0..<64 {
            let part = bytes[start...].prefix(1_000)
            let repaired = StreamSafeText.contains(String(decoding: part, as: UTF8.self))
            #expect(StreamSafeText.contains(utf8: part) == repaired)
        }
        for cut: [UInt8] in [[0xCC], [0xE0, 0xA4], [0xF0, 0x9D, 0x85], [0x5C], [0x5C, 0x75, 0x30]] {
            #expect(StreamSafeText.contains(utf8: cut))
            #expect(StreamSafeText.contains(json: cut))
        }
    }

    @Test func `a run is found wherever it begins`() {
        for before in 0..<40 {
            let text = String(repeating: "x", count: before)
            #expect(!StreamSafeText.contains(text + Self.marks(31)))
            #expect(!StreamSafeText.contains(json: Array((text + Self.marks(31) + text).utf8)))
            #expect(StreamSafeText.contains(text + Self.marks(30) + text))
        }
    }

    private static func marks(_ count: Int) -> String {
        String((0..<count).map { $0.isMultiple(of: 2) ? Character("\u{0301}") : Character("\u{0323}") })
    }

    private static func longestRun(of text: String) -> Int {
        var (longest, run) = (0, 0)
        for scalar in text.unicodeScalars {
            run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
            longest = max(longest, run)
        }
        return longest
    }
}
