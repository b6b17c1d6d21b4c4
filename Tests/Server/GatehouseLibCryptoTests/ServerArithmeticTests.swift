// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseLibCrypto
import Testing

/// The arithmetics that a server chooses from, beside that of clients.
@Suite struct ServerArithmeticTests {
    private static let vectors = VectorArithmetic(orElse: LibCryptoArithmetic.shared)
    private static let arithmetics: [any SRPArithmetic] =
        [LibCryptoArithmetic.shared] + [vectors].compactMap { $0 as (any SRPArithmetic)? }

    private let own = MontgomeryArithmetic.shared
    private let entropy = Entropy.seeded(11)

    @Test(arguments: arithmetics)
    func `both arithmetics agree on random numbers of all lengths`(arithmetic: any SRPArithmetic) {
        for count in [1, 8, 32, 47, 48, 49, 383, 384, 385, 512, 800] {
            let base = entropy.bytes(count)
            for exponent in [entropy.bytes(32), entropy.bytes(65), entropy.bytes(1), entropy.bytes(128)] {
                #expect(own.power(base, exponent) == arithmetic.power(base, exponent))
            }
        }
    }

    @Test(arguments: arithmetics)
    func `both arithmetics agree at the edges`(arithmetic: any SRPArithmetic) {
        let modulus = SRPGroup.modulusBytes
        let bases: [[UInt8]] = [
            [], [0], [1], [2], Array(modulus.dropLast()) + [0xFE], modulus,
            SRPInteger.sum([1], productOf: [1], and: modulus), SRPInteger.sum([], productOf: [255], and: modulus),
            [UInt8](repeating: 0xFF, count: 384), [1] + [UInt8](repeating: 0, count: 384),
            [UInt8](repeating: 0xFF, count: 512),
        ]
        let exponents: [[UInt8]] = [
            [], [0], [1], [2], [0, 0, 3], [UInt8](repeating: 0xFF, count: 32), [UInt8](repeating: 0xFF, count: 65),
            [0x80] + [UInt8](repeating: 0, count: 31),
        ]
        for base in bases {
            for exponent in exponents {
                #expect(own.power(base, exponent) == arithmetic.power(base, exponent))
            }
        }
    }

    @Test(.enabled(if: vectors != nil, "The processor has no AVX-512 IFMA."))
    func `vector arithmetic computes numbers of a sign-in's length, and refuses longer ones`() throws {
        let vectors = try #require(Self.vectors)
        for (baseCount, exponentCount) in [(0, 0), (384, 32), (384, 65), (385, 32), (384, 33)] {
            let (base, exponent) = (entropy.bytes(baseCount), entropy.bytes(exponentCount))
            let powers = vectors.spacedPowers(of: base)
            let isShort = baseCount <= 384
            #expect((VectorArithmetic.vectorPower(base, exponent) != nil) == isShort)
            #expect((VectorArithmetic.vectorSpacedPowers(of: base) != nil) == isShort)
            let isServed = isShort && exponentCount <= 32
            #expect((VectorArithmetic.vectorPower(base, powers, exponent) != nil) == isServed)
        }
    }

    @Test(arguments: arithmetics)
    func `carries run through all limbs of any size`(arithmetic: any SRPArithmetic) {
        for bit in 0..<3_071 {
            // A single one, and ones all the way below it.
            var number = [UInt8](repeating: 0, count: 384)
            number[383 - bit / 8] = 1 << (bit % 8)
            #expect(arithmetic.power(number, [1]) == number)
            number[383 - bit / 8] -= 1
            number.replaceSubrange((384 - bit / 8)..., with: repeatElement(0xFF, count: bit / 8))
            #expect(arithmetic.power(number, [1]) == number)
        }
    }

    @Test(arguments: arithmetics)
    func `both arithmetics agree on powers of two`(arithmetic: any SRPArithmetic) {
        let edges: [[UInt8]] = [
            [], [0], [1], [0x80] + [UInt8](repeating: 0, count: 31), [UInt8](repeating: 0xFF, count: 32),
            [1] + [UInt8](repeating: 0, count: 32),
        ]
        for exponent in edges + (1...40).map({ entropy.bytes($0) }) {
            #expect(own.powerOfTwo(exponent) == arithmetic.powerOfTwo(exponent))
        }
    }

    @Test(arguments: arithmetics)
    func `both arithmetics agree on random residues`(arithmetic: any SRPArithmetic) {
        for _ in 0..<100 {
            let (base, exponent) = (entropy.bytes(384), entropy.bytes(32))
            #expect(own.power(base, exponent) == arithmetic.power(base, exponent))
            #expect(arithmetic.power([2], exponent) == arithmetic.powerOfTwo(exponent))
        }
    }

    @Test(arguments: arithmetics)
    func `powers from spaced powers equal direct powers, also at the edges`(arithmetic: any SRPArithmetic) {
        let modulus = SRPGroup.modulusBytes
        let bases: [[UInt8]] = [[], [0], [1], [2], modulus, Array(modulus.dropLast()) + [0xFE], entropy.bytes(384)]
        let exponents: [[UInt8]] = [
            [], [0], [1], [0xFF], [1] + [UInt8](repeating: 0, count: 8), [1] + [UInt8](repeating: 0, count: 24),
            [UInt8](repeating: 0xFF, count: 32), entropy.bytes(31), entropy.bytes(32), entropy.bytes(33),
        ]
        for base in bases {
            let powers = arithmetic.spacedPowers(of: base)
            #expect(powers == own.spacedPowers(of: base))
            for exponent in exponents {
                let expected = arithmetic.power(base, exponent)
                #expect(arithmetic.power(base, powers, publicExponent: exponent) == expected)
                #expect(own.power(base, powers, publicExponent: exponent) == expected)
            }
        }
    }

    @Test(arguments: arithmetics)
    func `a product with a power equals the product of both, also at the edges`(arithmetic: any SRPArithmetic) {
        let modulus = SRPGroup.modulusBytes
        let (base, exponent) = (entropy.bytes(384), entropy.bytes(32))
        let powers = own.spacedPowers(of: base)
        // The product of the third power with itself is the sixth one.
        #expect(arithmetic.product(own.power(base, [3]), base, powers, publicExponent: [3]) == own.power(base, [6]))
        let factors: [[UInt8]] = [
            [], [0], [1], [2], modulus, Array(modulus.dropLast()) + [0xFE], entropy.bytes(8), entropy.bytes(384),
            entropy.bytes(512),
        ]
        for factor in factors {
            #expect(
                arithmetic.product(factor, base, powers, publicExponent: exponent)
                    == own.product(factor, base, powers, publicExponent: exponent))
        }
    }

    @Test(arguments: arithmetics)
    func `a verifier without spaced powers proves the same`(arithmetic: any SRPArithmetic) throws {
        let identity = SRPIdentity.user(poolID: "eu-west-1_AbCdEf123", userIDForSRP: "alice")
        let verifier = SRPVerifier.make(
            identity: identity, password: Secret(utf8: "pass"), salt: entropy.bytes(16), arithmetic: arithmetic)
        let plain = SRPVerifier(salt: verifier.salt, verifier: verifier.verifier)
        let (key, client) = (entropy.bytes(32), SRPClient(privateKey: entropy.bytes(32)))
        let secrets = try [verifier, plain].map { verifier in
            try SRPServer(identity: identity, verifier: verifier, privateKey: key, arithmetic: arithmetic)
                .signature(
                    clientPublicKey: SRPPublicKey(hex: client.publicKeyHex), secretBlock: [5], timestamp: "now")
        }
        #expect(verifier.powers != nil && secrets[0] == secrets[1])
    }

    @Test(arguments: arithmetics)
    func `a handshake succeeds with any arithmetic on the server's side`(arithmetic: any SRPArithmetic) throws {
        let identity = SRPIdentity.user(poolID: "eu-west-1_AbCdEf123", userIDForSRP: "alice")
        let verifier = SRPVerifier.make(
            identity: identity, password: Secret(utf8: "pass"), salt: entropy.bytes(16), arithmetic: arithmetic)
        let server = SRPServer(
            identity: identity, verifier: verifier, privateKey: entropy.bytes(32), arithmetic: arithmetic)
        let client = SRPClient(privateKey: entropy.bytes(32))
        for (password, right) in [("pass", true), ("word", false)] {
            let proof = try client.signature(
                identity: identity, password: Secret(utf8: password), saltHex: verifier.saltHex,
                serverPublicKeyHex: server.publicKeyHex, secretBlock: [5], timestamp: "now")
            let accepted = try server.accepts(
                signature: proof, clientPublicKey: SRPPublicKey(hex: client.publicKeyHex), secretBlock: [5],
                timestamp: "now")
            #expect(accepted == right)
            let matches = verifier.matches(
                identity: identity, password: Secret(utf8: password), arithmetic: arithmetic)
            #expect(matches == right)
        }
    }

    @Test(arguments: arithmetics)
    func `many tasks may compute at once`(arithmetic: any SRPArithmetic) async {
        let agreed = await withTaskGroup(of: Bool.self) { [own, entropy] group in
            for _ in 0..<32 {
                group.addTask {
                    let (base, exponent) = (entropy.bytes(384), entropy.bytes(32))
                    return own.power(base, exponent) == arithmetic.power(base, exponent)
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(agreed)
    }
}
