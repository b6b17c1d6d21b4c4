// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

/// The arithmetic that clients choose on this processor, beside the portable one.
@Suite struct ClientArithmeticTests {
    private let fastest = ClientArithmetic.fastest
    private let portable = MontgomeryArithmetic.shared
    private let entropy = Entropy.seeded(52)

    @Test(arguments: [0, 1, 31, 32, 33, 64, 65, 80])
    func `both arithmetics give the same powers, whatever the lengths`(exponentCount: Int) {
        let exponents = [
            entropy.bytes(exponentCount), [UInt8](repeating: 0, count: exponentCount),
            [UInt8](repeating: 0xFF, count: exponentCount),
        ]
        for exponent in exponents {
            #expect(fastest.powerOfTwo(exponent) == portable.powerOfTwo(exponent))
            for baseCount in [0, 1, 383, 384, 385] {
                let base = entropy.bytes(baseCount)
                #expect(fastest.power(base, exponent) == portable.power(base, exponent))
            }
        }
    }

    @Test func `a client's public key and proof are the same with both arithmetics`() throws {
        let identity = SRPIdentity.user(poolID: "eu-west-1_AbCdEf123", userIDForSRP: "alice")
        for _ in 0..<10 {
            let verifier = SRPVerifier.make(
                identity: identity, password: Secret(utf8: "pass"), salt: entropy.bytes(16), arithmetic: portable)
            let server = SRPServer(
                identity: identity, verifier: verifier, privateKey: entropy.bytes(32), arithmetic: portable)
            let privateKey = entropy.bytes(32)
            let clients = [
                SRPClient(privateKey: privateKey), SRPClient(privateKey: privateKey, arithmetic: portable),
            ]
            #expect(clients[0].publicKeyHex == clients[1].publicKeyHex)
            let proofs = try clients.map { client in
                try client.signature(
                    identity: identity, password: Secret(utf8: "pass"), saltHex: verifier.saltHex,
                    serverPublicKeyHex: server.publicKeyHex, secretBlock: [5], timestamp: "now")
            }
            #expect(proofs[0] == proofs[1])
        }
    }
}
