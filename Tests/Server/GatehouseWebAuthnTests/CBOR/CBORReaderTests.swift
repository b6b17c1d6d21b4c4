// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWebAuthn
import Testing

@Suite struct CBORReaderTests {
    /// A text of 64 bytes, all of them combining marks.
    private static let longRun = "7840" + String(repeating: "cc81cca3", count: 16)

    @Test(arguments: [
        ("00", CBORValue.unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1903e8", .unsigned(1_000)),
        ("1a000f4240", .unsigned(1_000_000)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
        ("1bffffffffffffffff", .unsigned(.max)), ("20", .negative(0)), ("3863", .negative(99)),
        ("3bffffffffffffffff", .negative(.max)), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
        ("60", .text("")), ("6449455446", .text("IETF")), ("62c3bc", .text("ü")), ("64f0908591", .text("\u{10151}")),
        ("80", .array([])), ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])), ("f4", .bool(false)),
        ("f5", .bool(true)), ("f6", .null), ("a0", .map(CBORMap([]))),
        (
            "a201020304",
            .map(CBORMap([CBORMap.Entry(.unsigned(1), .unsigned(2)), CBORMap.Entry(.unsigned(3), .unsigned(4))]))
        ),
    ])
    func `the examples of RFC 8949 are read, and written as they were`(hex: String, value: CBORValue) throws {
        let bytes = try #require(Hex.decode(hex))
        #expect(try CBORReader.value(bytes) == value)
        #expect(CBORWriter.bytes(value) == bytes)
    }

    @Test(arguments: [
        ("", CBORError.truncated), ("18", .truncated), ("1901", .truncated), ("42ff", .truncated),
        ("82", .truncated), ("a101", .truncated), ("9bffffffffffffffff", .truncated),
        ("bbffffffffffffffff", .truncated),
        ("5bffffffffffffffff", .truncated), ("0000", .trailingBytes), ("1817", .notShortest), ("190018", .notShortest),
        ("1900ff", .notShortest), ("1a0000ffff", .notShortest), ("1b00000000ffffffff", .notShortest),
        ("580101", .notShortest), ("5f41ff", .indefiniteLength), ("7fff", .indefiniteLength),
        ("9fff", .indefiniteLength), ("bfff", .indefiniteLength), ("c000", .unsupported), ("f93c00", .unsupported),
        ("fa47c35000", .unsupported), ("fb3ff199999999999a", .unsupported), ("f7", .unsupported), ("f0", .unsupported),
        ("f818", .unsupported), ("1c", .unsupported), ("ff", .indefiniteLength), ("61ff", .malformedText),
        (longRun, .malformedText),
        ("63eda080", .malformedText), ("a14000", .malformedKey), ("a18000", .malformedKey),
        ("a1f500", .malformedKey), ("a201000100", .duplicateKey), ("a202000100", .unorderedKeys),
        ("a220000100", .unorderedKeys),
        ("a262616200616300", .unorderedKeys), ("a2616200616100", .unorderedKeys),
        ("818181818100", .tooDeep), ("a101a101a101a101a101a100", .tooDeep),
    ])
    func `CBOR outside the canonical form is refused with the reason`(hex: String, error: CBORError) throws {
        let bytes = try #require(Hex.decode(hex))
        #expect(throws: error) { try CBORReader.value(bytes) }
    }

    @Test func `keys are ordered by their kind, then by length, then byte by byte`() throws {
        let keys: [CBORValue] = [
            .unsigned(3), .unsigned(24), .negative(0), .negative(256), .text("z"), .text("aa"), .text("ab"),
        ]
        let map = CBORValue.map(CBORMap(keys.map { CBORMap.Entry($0, .null) }))
        let shuffled = CBORValue.map(CBORMap(keys.reversed().map { CBORMap.Entry($0, .null) }))
        #expect(CBORWriter.bytes(shuffled) == CBORWriter.bytes(map))
        #expect(try CBORReader.value(CBORWriter.bytes(shuffled)) == map)
    }

    @Test func `more bytes than any attestation has are refused unread`() {
        #expect(throws: CBORError.tooLong) {
            try CBORReader([UInt8](repeating: 0, count: CBORReader.maximumBytes + 1))
        }
    }

    @Test func `a value can be read where others follow`() throws {
        var reader = try CBORReader([0xFF, 0x01, 0x61, 0x61], from: 1)
        #expect(try reader.next() == .unsigned(1))
        #expect(reader.position == 2)
        #expect(try reader.next() == .text("a"))
        #expect(throws: CBORError.truncated) { try reader.next() }
    }
}
