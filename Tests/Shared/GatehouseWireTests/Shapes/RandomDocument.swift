// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// Makes documents like a sample, the same ones for one seed.
///
/// They have other blanks, escapes and orders of members, and most of them have faults.
struct RandomDocument {
    /// Values in place of those of the sample, in the text of the document.
    private static let others = [
        "null", "true", "false", "0", "-1", "61", "1e3", "1.5", "9223372036854775808", "1e999", "01", #""""#, #""a""#,
        #""a b\u0000""#, #""é""#, #""\ud83d\ude00""#, "[]", "{}", "[[]]", "[null]", #"{"a":{"b":[null]}}"#,
        #""2024-01-01T00:00:00Z""#, #""AQL/""#, #""{\"a\":1}""#, #"{"":"","é":"x"}"#,
    ]
    private static let blanks = ["", "", "", " ", "\n\t", "\r  "]

    /// A repeatable sequence.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private let sample: WireValue
    private var numbers: Numbers
    private var isFaulty = false

    init(like sample: WireValue, seed: UInt64) {
        self.sample = sample
        numbers = Numbers(state: seed)
    }

    /// The next document; its text may be invalid.
    mutating func next() -> [UInt8] {
        isFaulty = !happens(in: 3)
        var text = ""
        write(sample, to: &text)
        var bytes = Array(text.utf8)
        if isFaulty, happens(in: 5) {
            let position = number(below: bytes.count)
            bytes[position] = UInt8(truncatingIfNeeded: number(below: 256))
        }
        return bytes
    }

    private mutating func write(_ value: WireValue, to text: inout String) {
        text += element(of: Self.blanks)
        if isFaulty, happens(in: 24) {
            text += element(of: Self.others)
        } else {
            switch value {
            case .string(let word): text += quoted(word)
            case .array(let elements): write(elements, to: &text)
            case .object(let members): write(members, to: &text)
            case .null, .bool, .integer, .double: text += String(decoding: value.json(), as: UTF8.self)
            }
        }
        text += element(of: Self.blanks)
    }

    private mutating func write(_ elements: [WireValue], to text: inout String) {
        let count = isFaulty && happens(in: 32) ? 60 : 1
        var parts: [String] = []
        for element in repeatElement(elements, count: count).joined() {
            var part = ""
            write(element, to: &part)
            parts.append(part)
        }
        text += "[" + parts.joined(separator: ",") + "]"
    }

    private mutating func write(_ members: [WireName: WireValue], to text: inout String) {
        var parts: [String] = []
        let sorted = members.sorted { $0.key < $1.key }
        for (name, member) in sorted.shuffled(using: &numbers) {
            if isFaulty, happens(in: 16) { continue }
            if isFaulty, happens(in: 16) { parts.append(quoted(name.text) + ":" + element(of: Self.others)) }
            if happens(in: 16) { parts.append(quoted("Novelty") + ":" + element(of: Self.blanks) + "[1,{}]") }
            var part = element(of: Self.blanks) + quoted(name.text) + element(of: Self.blanks) + ":"
            write(member, to: &part)
            parts.append(part)
        }
        text += "{" + parts.joined(separator: ",") + "}"
    }

    /// A text in quotation marks, seldom with nothing but escapes.
    private mutating func quoted(_ text: String) -> String {
        guard happens(in: 8) else { return String(decoding: WireValue.string(text).json(), as: UTF8.self) }
        let escapes = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + escapes.joined() + "\""
    }

    private mutating func element(of list: [String]) -> String {
        list[number(below: list.count)]
    }

    private mutating func happens(in count: Int) -> Bool {
        number(below: count) == 0
    }

    private mutating func number(below end: Int) -> Int {
        Int.random(in: 0..<end, using: &numbers)
    }
}
