// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

@Suite struct P256Tests {
    @Test func `a key verifies what it signed and nothing else`() throws {
        let key = try #require(P256SigningKey(scalar: [UInt8](repeating: 7, count: 32)))
        let signature = try key.sign([1, 2, 3])
        let (x, y) = key.publicKey.coordinates
        let read = try #require(P256VerificationKey(x: x, y: y))
        #expect(read.accepts(signature: signature, of: [1, 2, 3]))
        #expect(!read.accepts(signature: signature, of: [1, 2]))
        #expect(!read.accepts(signature: Array(signature.dropLast()), of: [1, 2, 3]))
        #expect(!P256SigningKey.generate().publicKey.accepts(signature: signature, of: [1, 2, 3]))
    }

    @Test func `a point beside the curve, or of another length, is no key`() throws {
        let (x, y) = P256SigningKey.generate().publicKey.coordinates
        var beside = y
        beside[31] ^= 1
        #expect(P256VerificationKey(x: x, y: beside) == nil)
        #expect(P256VerificationKey(x: Array(x.dropFirst()), y: y + [0]) == nil)
        #expect(P256VerificationKey(x: [], y: []) == nil)
    }

    @Test func `zero and the order of the curve are no secrets`() throws {
        #expect(P256SigningKey(scalar: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(P256SigningKey(scalar: [UInt8](repeating: 0xFF, count: 32)) == nil)
        #expect(P256SigningKey(scalar: [1]) == nil)
    }

    @Test func `a key does not print its secret`() {
        let key = P256SigningKey.generate()
        #expect("\(key)" == "P256SigningKey" && String(reflecting: key) == "P256SigningKey")
    }
}
