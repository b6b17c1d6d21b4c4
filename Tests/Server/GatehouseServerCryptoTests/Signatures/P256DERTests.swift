// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import Testing

@Suite struct P256DERTests {
    private static let prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE,
        0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]

    @Test func `a SubjectPublicKeyInfo gives the key of its point`() throws {
        let signer = P256SigningKey.generate()
        let (x, y) = signer.publicKey.coordinates
        let key = try #require(P256VerificationKey(subjectPublicKeyInfo: Self.prefix + x + y))
        #expect(key.accepts(signature: try signer.sign([1, 2, 3]), of: [1, 2, 3]))
    }

    @Test func `a point beside the curve, and malformed bytes, are refused`() {
        var (x, y) = P256SigningKey.generate().publicKey.coordinates
        y[31] ^= 1
        #expect(P256VerificationKey(subjectPublicKeyInfo: Self.prefix + x + y) == nil)
        x.removeLast()
        #expect(P256VerificationKey(subjectPublicKeyInfo: Self.prefix + x + y) == nil)
        #expect(P256VerificationKey(subjectPublicKeyInfo: [0x30, 0x00]) == nil)
    }
}
