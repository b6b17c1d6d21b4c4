// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseLibCrypto

/// A client's part of an SRP sign-in: the arithmetic that apps use, beside the same computation by libcrypto alone.
enum ClientComputation {
    static func measure() throws -> Row {
        let own = try seconds(with: ClientArithmetic.fastest)
        let libcrypto = try seconds(with: GeneralPowers())
        let ratio = own / libcrypto
        return Row(
            name: "Client's SRP computation", result: "\((own * 1e3).rounded(2)) ms",
            limit: "\((libcrypto * 1e3).rounded(2)) ms (libcrypto)", ratio: "\(ratio.rounded(2)) ×",
            promise: "≤ 0.9 ×", holds: ratio <= 0.9)
    }

    /// `A`, then the signature over `S`.
    private static func seconds(with arithmetic: some SRPArithmetic) throws -> Double {
        let entropy = Entropy.seeded(2)
        let identity = SRPIdentity.user(poolID: "us-east-1_AbCdEf123", userIDForSRP: "alice")
        let verifier = SRPVerifier.make(
            identity: identity, password: Secret(utf8: "Correct-Horse-7!"), salt: entropy.bytes(16),
            arithmetic: arithmetic)
        let server = SRPServer(
            identity: identity, verifier: verifier, privateKey: entropy.bytes(32), arithmetic: arithmetic)
        let privateKey = entropy.bytes(32)
        return try Stopwatch.median(of: 101) {
            let client = SRPClient(privateKey: privateKey, arithmetic: arithmetic)
            _ = try client.signature(
                identity: identity, password: Secret(utf8: "Correct-Horse-7!"), saltHex: verifier.saltHex,
                serverPublicKeyHex: server.publicKeyHex, secretBlock: [1, 2, 3],
                timestamp: "Tue Feb 3 04:05:06 UTC 2026")
        }
    }
}

/// Uses libcrypto for every power, also for powers of two, as a client with libcrypto would.
private struct GeneralPowers: SRPArithmetic {
    private let libcrypto = LibCryptoArithmetic()

    func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        libcrypto.power(base, exponent)
    }

    func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        libcrypto.power([2], exponent)
    }
}
