// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Changed copies of inputs, the same ones for the same seed.
struct Mutator {
    /// The length that no mutation exceeds, in bytes: most parsers refuse more before they read it.
    static let mostBytes = 16_384

    /// Bytes with a meaning in many formats, and the ends of the ranges of UTF-8.
    private static let bytes =
        Array("\0\t\n\r \"#%&'+,-./09:;<=>?@[\\]_{}~".utf8) + [0x7F, 0x80, 0xC2, 0xED, 0xF4, 0xFF]

    private let inputs: [[UInt8]]
    private let words: [[UInt8]]
    private var generator: SplitMix64

    /// Makes mutations of `inputs`, of which there is one at least, with `words` in some.
    init(inputs: [[UInt8]], words: [[UInt8]], seed: UInt64) {
        precondition(!inputs.isEmpty && !words.isEmpty, "there is nothing to change")
        self.inputs = inputs
        self.words = words
        generator = SplitMix64(state: seed)
    }

    /// The next mutation: an input with one to four changes.
    mutating func next() -> [UInt8] {
        var bytes = element(of: inputs)
        for _ in 0...number(below: 4) { change(&bytes) }
        return Array(bytes.prefix(Self.mostBytes))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let position = number(below: bytes.count + 1)
        let range = position..<min(bytes.count, position + 1 + number(below: 16))
        switch number(below: 8) {
        case 0 where !range.isEmpty: bytes[position] ^= 1 << UInt8(number(below: 8))
        case 1 where !range.isEmpty: bytes[position] = element(of: Self.bytes)
        case 2: bytes.insert(element(of: Self.bytes), at: position)
        case 3: bytes.removeSubrange(range)
        case 4: bytes.insert(contentsOf: bytes[range], at: position)
        case 5: bytes.insert(contentsOf: element(of: words), at: position)
        case 6:
            let other = element(of: inputs)
            bytes.replaceSubrange(position..., with: other[number(below: other.count + 1)...])
        default: bytes.removeSubrange(position...)
        }
    }

    private mutating func element<Element>(of list: [Element]) -> Element {
        list[number(below: list.count)]
    }

    private mutating func number(below end: Int) -> Int {
        Int(generator.next() % UInt64(end))
    }
}

/// Vigna's generator, of which a seed makes the same sequence on every machine.
private struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}

/// The words of a dictionary of libFuzzer: lines of `name="word"`, with `\xNN`, `\\` and `\"` in the word.
func dictionaryWords(_ text: String) -> [[UInt8]] {
    text.split(separator: "\n").compactMap { line in
        guard let start = line.firstIndex(of: "\""), line.first != "#" else { return nil }
        var word: [UInt8] = []
        var rest = line[line.index(after: start)...].utf8.dropLast()
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                word.append(byte)
                continue
            }
            if escaped == UInt8(ascii: "x"), let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                word.append(value)
                rest = rest.dropFirst(2)
            } else {
                word.append(escaped)
            }
        }
        return word
    }
}
