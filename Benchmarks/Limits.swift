// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import GatehouseCrypto
import GatehouseLibCrypto
import GatehouseServerCrypto
import Synchronization

/// The time that arithmetic needs that every server needs, on one core while all cores are busy, in seconds: signatures
/// by libcrypto, powers by the server's own arithmetic.
///
/// Powers by libcrypto would be too slow a yardstick for a server with vector instructions: they would hide the time of
/// its other work.
///
/// All cores are busy while a server is measured as well: cores share power and caches, and a core beside an idle one
/// would be too fast a yardstick.
struct Limits {
    /// One power modulo the 3072-bit prime with an exponent of 256 bits.
    let power: Double
    /// One RS256 signature with a key of 2048 bits.
    let signature: Double
    /// One verification of an ES256 signature.
    let verification: Double

    /// Sign-ins a second if a server computed only two powers and two signatures.
    var signIns: Double { 1 / (2 * power + 2 * signature) }

    /// Password sign-ins a second if a server computed only one power and two signatures.
    var passwordSignIns: Double { 1 / (power + 2 * signature) }

    /// Tokens of machines a second if a server computed only one signature.
    var clientTokens: Double { 1 / signature }

    /// Renewals a second if a server computed only two signatures.
    var refreshes: Double { 1 / (2 * signature) }

    /// Sign-ins with a passkey a second if a server computed only one verification and two signatures.
    var passkeySignIns: Double { 1 / (verification + 2 * signature) }

    /// Sign-ins with a device a second if a server computed only four powers and two signatures.
    var deviceSignIns: Double { 1 / (4 * power + 2 * signature) }

    static func measure() throws -> Limits {
        let entropy = Entropy.seeded(1)
        let base = entropy.bytes(384)
        let exponent = [0xff] + entropy.bytes(31)
        let message = entropy.bytes(800)
        let key = try RSASigningKey.generate()
        let passkey = P256SigningKey.generate()
        let proof = try passkey.sign(message)
        return Limits(
            power: try onEveryCore {
                Stopwatch.median(of: 151) { _ = ServerArithmetic.fastest.power(base, exponent) }
            },
            signature: try onEveryCore {
                let signer = LibCryptoRSASigner()
                return try Stopwatch.median(of: 251) { _ = try signer.sign(message, with: key) }
            },
            verification: try onEveryCore {
                Stopwatch.median(of: 251) { _ = passkey.publicKey.accepts(signature: proof, of: message) }
            }
        )
    }

    /// The mean of simultaneous measurements on all cores.
    private static func onEveryCore(_ measure: @Sendable () throws -> Double) throws -> Double {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let results = Mutex<[Result<Double, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: cores) { _ in
            let result = Result { try measure() }
            results.withLock { $0.append(result) }
        }
        return try results.withLock { try $0.reduce(0) { try $0 + $1.get() } } / Double(cores)
    }
}
