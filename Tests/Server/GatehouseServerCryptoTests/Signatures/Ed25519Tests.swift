// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import Testing

@Suite struct Ed25519Tests {
    private static let publicKey = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"

    @Test func `the first signature of RFC 8032, section 7.1, is verified`() throws {
        let key = try #require(Hex.decode(Self.publicKey).flatMap(Ed25519VerificationKey.init(point:)))
        let signature = try #require(
            Hex.decode(
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
                    + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"))
        #expect(key.accepts(signature: signature, of: []))
        #expect(!key.accepts(signature: signature, of: [0]))
    }

    @Test(arguments: 0..<40)
    func `keys that were drawn are points`(seed: UInt64) throws {
        let key = try #require(Ed25519SigningKey(seed: Entropy.seeded(seed).bytes(32)))
        let read = try #require(Ed25519VerificationKey(point: key.publicKey.point))
        #expect(read.accepts(signature: try key.sign([1, 2, 3]), of: [1, 2, 3]))
    }

    @Test(arguments: [2, 7, 8, 11, 12])
    func `a point off the curve is not a key`(y: UInt8) {
        #expect(Ed25519VerificationKey(point: [y] + [UInt8](repeating: 0, count: 31)) == nil)
    }

    @Test(arguments: [3, 4, 5, 6, 9])
    func `a point on the curve is a key`(y: UInt8) {
        #expect(Ed25519VerificationKey(point: [y] + [UInt8](repeating: 0, count: 31)) != nil)
    }

    @Test(arguments: [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ])
    func `points of small order, which verify forged signatures, are refused as keys`(hex: String) throws {
        #expect(Ed25519VerificationKey(point: try #require(Hex.decode(hex))) == nil)
    }

    @Test(arguments: [
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "", "00",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a00",
    ])
    func `a second spelling and another length are no keys`(hex: String) throws {
        #expect(Ed25519VerificationKey(point: try #require(Hex.decode(hex))) == nil)
    }

    @Test func `a key does not print its secret`() {
        let key = Ed25519SigningKey.generate()
        #expect("\(key)" == "Ed25519SigningKey" && String(reflecting: key) == "Ed25519SigningKey")
    }
}
