// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import Testing

@Suite struct KeyRingTests {
    private let key = Base64.encode([UInt8](repeating: 7, count: 32))

    @Test func `the first line is the oldest key and the last the current one`() throws {
        let ring = try KeyRing(text: "# keys\n2025:\(key)\n\n  2026 : \(key)\r\n")
        #expect(ring.keys.map(\.id) == ["2025", "2026"])
        #expect(ring.oldest.id == "2025")
        #expect(ring.current.id == "2026")
    }

    @Test func `a key ring is read from its own text`() throws {
        let ring = try KeyRing.generate(id: "a", entropy: .seeded(1)).rotated(id: "b", entropy: .seeded(2))
        let copy = try KeyRing(text: ring.text)
        #expect(copy.text == ring.text)
        #expect(copy.current.id == "b")
    }

    @Test func `a malformed key ring is refused with the reason`() {
        let cases: [(String, SealingError)] = [
            ("", .noCurrentKey), ("\n#x\n", .noCurrentKey), ("a", .malformedKeyLine(1, .key)),
            ("a:", .malformedKeyLine(1, .key)), ("a:\(key)\nb:%%%%", .malformedKeyLine(2, .key)),
            ("a:AAAA", .malformedKeyLine(1, .key)), (":\(key)", .malformedKeyLine(1, .id)),
            ("a b:\(key)", .malformedKeyLine(1, .id)), ("a:\(key):x", .malformedKeyLine(1, .key)),
            ("\(key)\nb:\(key)", .malformedKeyLine(1, .withoutID)), ("a:\(key)\na:\(key)", .duplicateKey),
            ("# old\na:\(key)\n\(key.dropLast(2))", .malformedKeyLine(3, .key)),
            (String(repeating: "k", count: 33) + ":\(key)", .malformedKeyLine(1, .id)),
        ]
        for (text, error) in cases {
            #expect(throws: error) { try KeyRing(text: text) }
        }
    }

    @Test func `no description shows a key`() throws {
        let ring = try KeyRing(text: "a:\(key)")
        var dumped = ""
        dump(ring.current, to: &dumped)
        for text in ["\(ring)", "\(ring.current)", String(reflecting: ring.current), dumped] {
            #expect(!text.contains("07"))
            #expect(!text.contains(key.prefix(8)))
            #expect(text.contains("a"))
        }
    }
}
