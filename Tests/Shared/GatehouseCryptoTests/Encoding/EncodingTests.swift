// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import Testing

@Suite struct EncodingTests {
    private let entropy = Entropy.seeded(64)

    @Test(arguments: 0..<70)
    func `every length survives the journey and agrees with Foundation`(count: Int) {
        let bytes = entropy.bytes(count)
        #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
        #expect(Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
    }

    @Test(arguments: [
        "A", "AA", "AAA", "A===", "AB==", "AAB=", "AA=A", "====", "AA==AA==", "AA\n=", "AA-_", "ä===", " AAA",
    ])
    func `a text that no bytes encode to is not Base64`(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: ["A", "AA==", "AB", "AAB", "AA+/", "AAAAA", "AA A", "日本"])
    func `a text that no bytes encode to is not Base64URL`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(arguments: ["0", "xy", "0g", "１２", "0x", " 00", "000"])
    func `a text that is not pairs of digits is not hexadecimal`(text: String) {
        #expect(Hex.decode(text) == nil)
    }

    @Test(arguments: UInt8(0)..<128)
    func `a character has a value as a hexadecimal digit, or none`(code: UInt8) {
        let character = Character(UnicodeScalar(code))
        let value = character.hexDigitValue.map { UInt8($0) }
        #expect(Hex.decodeInteger(String(character)) == value.map { [$0] })
        #expect(Hex.decodeInteger("1\(character)") == value.map { [0x10 | $0] })
        #expect(Hex.decodeInteger("\(character)1") == value.map { [$0 << 4 | 1] })
    }

    @Test func `integers may have an odd number of digits and lose their leading zeros`() {
        #expect(Hex.decodeInteger("abc") == [0x0A, 0xBC])
        #expect(Hex.decodeInteger("") == nil)
        #expect(Hex.decodeInteger("ag") == nil)
        #expect(Hex.encodeInteger([0, 0x0A, 0xBC]) == "abc")
        #expect(Hex.encodeInteger([0, 0]) == "0")
        #expect(Hex.encodeInteger([]) == "0")
    }
}

@Suite struct Base32Tests {
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func `the examples of RFC 4648 come out without their padding`(_ plain: String, _ text: String) {
        #expect(Base32.encode(Array(plain.utf8)) == text)
        #expect(Base32.decode(text) == Array(plain.utf8))
        #expect(Base32.decode(text.lowercased()) == Array(plain.utf8))
    }

    @Test(arguments: 0..<70)
    func `every length survives the journey`(_ count: Int) {
        let bytes = Entropy.seeded(32).bytes(count)
        #expect(Base32.decode(Base32.encode(bytes)) == bytes)
    }

    @Test(arguments: ["A", "AAA", "AAAAAA", "MZ", "MY======", "M1", "M0", "M8", "M Y", "MÄ", "日本", "MY\n"])
    func `a text that no bytes encode to is not Base32`(_ text: String) {
        #expect(Base32.decode(text) == nil)
    }
}
