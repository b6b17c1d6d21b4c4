// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import Testing

@testable import GatehouseFederation

@Suite struct SAMLCertificateTests {
    private static let key = Result { try RSASigningKey.generate() }

    private func certificate(serial: [UInt8] = [0xFF, 2, 3]) throws -> [UInt8] {
        try SAMLCertificate(
            of: Self.key.get(), name: "us-east-1_Aa1", serial: serial, from: Date(timeIntervalSince1970: 1_700_000_000)
        ).der
    }

    @Test func `the certificate carries the key, as readers of metadata take it`() throws {
        let pem = try Self.key.get().publicKey.pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        let found = try #require(SAMLSigningKey(certificate: certificate()))
        #expect(found.kind == .rsa)
        #expect(found.bytes == Base64.decode(pem))
    }

    @Test func `the certificate names the pool, and is signed with RSA and SHA-256`() throws {
        let der = try certificate()
        let contains = { (part: [UInt8]) in
            der.indices.contains { der[$0...].starts(with: part) }
        }
        #expect(contains(Array("us-east-1_Aa1".utf8)))
        #expect(contains([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]))
        // 2023-11-14 and ten times 365 days later.
        #expect(contains(Array("231114221320Z".utf8)) && contains(Array("331111221320Z".utf8)))
    }

    @Test func `the serial number is positive and not the same for other bytes`() throws {
        #expect(try certificate(serial: [0xFF, 2, 3]) == certificate(serial: [0x7F, 2, 3]))
        #expect(try certificate(serial: [1, 2, 3]) != certificate(serial: [1, 2, 4]))
    }
}
