// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

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
