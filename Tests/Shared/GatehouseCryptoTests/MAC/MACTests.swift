// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

@Suite struct MACTests {
    @Test func `SHA-256 gives the digest of FIPS 180`() {
        #expect(
            Hex.encode(sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func `HMAC gives the value of RFC 4231, case 2`() {
        #expect(
            Hex.encode(hmacSHA256(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func `HKDF gives the value of RFC 5869, case 1`() {
        let derived = hkdfSHA256(
            keyMaterial: [UInt8](repeating: 0x0B, count: 22), salt: Array(0...12), info: Array(0xF0...0xF9), count: 42)
        #expect(
            Hex.encode(derived)
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    }

    @Test func `HKDF gives the value of RFC 5869, case 3, without salt and information`() {
        let derived = hkdfSHA256(keyMaterial: [UInt8](repeating: 0x0B, count: 22), salt: [], info: [], count: 42)
        #expect(
            Hex.encode(derived)
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }

    @Test func `HKDF derives up to 8,160 bytes, of which a shorter result is the beginning`() {
        let longest = hkdfSHA256(keyMaterial: [1], salt: [2], info: [3], count: 8_160)
        #expect(longest.count == 8_160)
        for count in [0, 1, 31, 32, 33, 64] {
            #expect(hkdfSHA256(keyMaterial: [1], salt: [2], info: [3], count: count) == Array(longest.prefix(count)))
        }
    }
}
