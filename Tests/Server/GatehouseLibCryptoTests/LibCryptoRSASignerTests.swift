// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseLibCrypto
import GatehouseServerCrypto
import Testing

@Suite struct LibCryptoRSASignerTests {
    private let key: RSASigningKey
    private let signer = LibCryptoRSASigner()

    init() throws {
        key = try RSASigningKey.generate()
    }

    @Test func `both signers make the same signature`() throws {
        for message in [[], Array("message".utf8), Entropy.seeded(1).bytes(10_000)] {
            let own = try SwiftCryptoRSASigner().sign(message, with: key)
            #expect(try signer.sign(message, with: key) == own)
            #expect(key.publicKey.accepts(signature: own, of: message))
        }
    }

    @Test func `a token signed by libcrypto is believed`() throws {
        let token = try JWS.sign(payload: Array("{}".utf8), key: key, signer: signer)
        #expect(try UnverifiedJWS(token).verified(by: [key.keyID: key.publicKey]).payload == Array("{}".utf8))
    }

    @Test func `each key signs for itself`() throws {
        let other = try RSASigningKey.generate()
        let message = Array("message".utf8)
        for signing in [key, other, key] {
            let signature = try signer.sign(message, with: signing)
            #expect(signing.publicKey.accepts(signature: signature, of: message))
        }
        #expect(try !other.publicKey.accepts(signature: signer.sign(message, with: key), of: message))
    }

    @Test func `many tasks may sign with one key`() async throws {
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { [key, signer] group in
            for index in 0..<64 {
                group.addTask {
                    let message = [UInt8(index)]
                    return key.publicKey.accepts(signature: try signer.sign(message, with: key), of: message)
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(accepted)
    }
}
