// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

@Suite struct SRPAttackTests {
    private let identity = SRPIdentity.user(poolID: "eu-west-1_AbCdEf123", userIDForSRP: "alice")
    private let entropy = Entropy.seeded(7)
    private let arithmetic = MontgomeryArithmetic.shared

    @Test func `the refused public values of the vectors are refused`() throws {
        let rejected = try #require(try VectorFile.load("srp", as: SRPVectorFile.self).rejected)
        #expect(rejected.map(\.name) == ["zero", "N", "2N"])
        for vector in rejected {
            #expect(throws: SRPError.zeroPublicKey) { try SRPPublicKey(hex: vector.value) }
        }
    }

    @Test(arguments: [1, 2, 3, 255, 65_537])
    func `multiples of N are refused as public values`(factor: Int) throws {
        let multiple = SRPInteger.sum(
            [], productOf: [UInt8(factor >> 16 & 255), UInt8(factor >> 8 & 255), UInt8(factor & 255)],
            and: SRPGroup.modulusBytes
        )
        #expect(throws: SRPError.zeroPublicKey) { try SRPPublicKey(bytes: multiple) }
        let next = SRPInteger.sum([1], productOf: [UInt8(factor & 255)], and: SRPGroup.modulusBytes)
        #expect(throws: Never.self) { try SRPPublicKey(bytes: next) }
    }

    @Test(arguments: [
        "", " ", "0x12", "zz", "12 34", "-1", "+1", "١٢", String(repeating: "1", count: 1_025),
        String(repeating: "f", count: 100_000), "12\u{0}",
    ])
    func `a text that is not a number is refused as a public value`(text: String) {
        #expect(throws: SRPError.malformedPublicKey) { try SRPPublicKey(hex: text) }
    }

    @Test func `a client refuses a server value of zero`() {
        for value in ["0", "000", Hex.encode(SRPGroup.modulusBytes)] {
            #expect(throws: SRPError.zeroPublicKey) { try proof(serverPublicKeyHex: value) }
        }
    }

    @Test(arguments: ["", "xyz", String(repeating: "0", count: 2_000)])
    func `a client refuses a malformed salt`(salt: String) {
        #expect(throws: SRPError.malformedSalt) { try proof(saltHex: salt, serverPublicKeyHex: "12") }
    }

    @Test func `a wrong password is refused`() throws {
        let accepted = try handshake(password: "right", attempt: "wrong")
        #expect(!accepted)
        #expect(try handshake(password: "right", attempt: "right"))
    }

    @Test func `a changed timestamp, block, identity or signature is refused`() throws {
        let server = server(password: "right")
        let client = SRPClient(privateKey: entropy.bytes(32))
        let block = entropy.bytes(64)
        let proof = try client.signature(
            identity: identity, password: Secret(utf8: "right"), saltHex: "aa", serverPublicKeyHex: server.publicKeyHex,
            secretBlock: block, timestamp: "Tue Feb 3 04:05:06 UTC 2026"
        )
        let key = try SRPPublicKey(hex: client.publicKeyHex)
        let time = "Tue Feb 3 04:05:06 UTC 2026"
        #expect(try server.accepts(signature: proof, clientPublicKey: key, secretBlock: block, timestamp: time))
        #expect(try !server.accepts(signature: proof, clientPublicKey: key, secretBlock: block, timestamp: time + " "))
        #expect(try !server.accepts(signature: proof, clientPublicKey: key, secretBlock: block + [0], timestamp: time))
        #expect(try !server.accepts(signature: [], clientPublicKey: key, secretBlock: block, timestamp: time))
        for index in proof.indices {
            var altered = proof
            altered[index] ^= 1
            #expect(try !server.accepts(signature: altered, clientPublicKey: key, secretBlock: block, timestamp: time))
        }
    }

    @Test func `random handshakes agree for every length of salt`() throws {
        for size in [1, 15, 16, 64] {
            #expect(try handshake(password: "p\u{e4}ss", attempt: "p\u{e4}ss", salt: entropy.bytes(size)))
        }
        #expect(try handshake(password: "", attempt: "", salt: [0, 0]))
    }

    @Test func `the pool name is what follows the first underscore`() {
        let identities: [(SRPIdentity, String)] = [
            (.user(poolID: "us-east-1_A_b", userIDForSRP: "x"), "A_bx"),
            (.user(poolID: "nounderscore", userIDForSRP: "x"), "nounderscorex"),
            (.user(poolID: "us-east-1_", userIDForSRP: ""), ""),
            (.device(groupKey: "-g", deviceKey: "k_1"), "-gk_1"),
        ]
        for (identity, text) in identities {
            #expect(identity.bytes == Array(text.utf8))
        }
    }

    @Test func `implausible verifiers are recognised`() {
        #expect(!SRPVerifier(salt: [1], verifier: []).isPlausible)
        #expect(!SRPVerifier(salt: [1], verifier: SRPGroup.modulusBytes).isPlausible)
        #expect(!SRPVerifier(salt: [1], verifier: [1] + SRPGroup.modulusBytes).isPlausible)
        #expect(SRPVerifier(salt: [1], verifier: [0, 0, 2]).isPlausible)
    }

    private func handshake(password: String, attempt: String, salt: [UInt8] = [0xAA]) throws -> Bool {
        let server = server(password: password, salt: salt)
        let client = SRPClient(privateKey: entropy.bytes(32))
        let time = "Tue Feb 3 04:05:06 UTC 2026"
        let proof = try client.signature(
            identity: identity, password: Secret(utf8: attempt), saltHex: Hex.encodeInteger(salt),
            serverPublicKeyHex: server.publicKeyHex, secretBlock: [1, 2, 3], timestamp: time
        )
        return try server.accepts(
            signature: proof, clientPublicKey: SRPPublicKey(hex: client.publicKeyHex), secretBlock: [1, 2, 3],
            timestamp: time
        )
    }

    private func server(password: String, salt: [UInt8] = [0xAA]) -> SRPServer {
        let verifier = SRPVerifier.make(
            identity: identity, password: Secret(utf8: password), salt: salt, arithmetic: arithmetic)
        return SRPServer(
            identity: identity, verifier: verifier, privateKey: entropy.bytes(32), arithmetic: arithmetic)
    }

    private func proof(saltHex: String = "aa", serverPublicKeyHex: String) throws -> [UInt8] {
        try SRPClient(privateKey: entropy.bytes(32)).signature(
            identity: identity, password: Secret(utf8: "p"), saltHex: saltHex, serverPublicKeyHex: serverPublicKeyHex,
            secretBlock: [], timestamp: ""
        )
    }
}
