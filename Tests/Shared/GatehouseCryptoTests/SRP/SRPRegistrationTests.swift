// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

@Suite struct SRPRegistrationTests {
    /// N - 1, whose powers are 1 and N - 1.
    private static let minusOne = Array(SRPGroup.modulusBytes.dropLast()) + [0xFE]
    private static let goodSalt = Base64.encode([1, 2, 3])
    private static let goodVerifier = Base64.encode([2])

    @Test(arguments: try SRPVector.all())
    func `a device's registration is read as integers`(_ vector: SRPVector) throws {
        guard let sent = vector.confirmDevice else { return }
        let verifier = try SRPVerifier(registeredVerifier: sent.passwordVerifier, salt: sent.salt)
        #expect(try verifier == SRPVerifier(salt: vector.bytes(\.saltHex), verifier: vector.bytes(\.verifierHex)))
        let powers = MontgomeryArithmetic.shared.spacedPowers(of: verifier.verifier)
        #expect(verifier.withPowers(MontgomeryArithmetic.shared).powers == powers)
    }

    @Test(arguments: [[2], [0, 2], [0, 0, 0, 0x80], [UInt8](repeating: 0xFF, count: 383)])
    func `short verifiers and zero bytes in front are accepted`(_ bytes: [UInt8]) throws {
        let verifier = try SRPVerifier(registeredVerifier: Base64.encode(bytes), salt: Self.goodSalt)
        #expect(verifier.verifier == Array(bytes.drop { $0 == 0 }))
    }

    @Test(arguments: [
        [], [0], [0, 0], [1], [0, 1], minusOne, [0] + minusOne, SRPGroup.modulusBytes, [0] + SRPGroup.modulusBytes,
        [1] + SRPGroup.modulusBytes, [UInt8](repeating: 0xFF, count: 384), [UInt8](repeating: 7, count: 700),
    ])
    func `a verifier that proves nothing is refused`(_ bytes: [UInt8]) {
        #expect(throws: SRPError.malformedVerifier) {
            try SRPVerifier(registeredVerifier: Base64.encode(bytes), salt: Self.goodSalt)
        }
    }

    @Test(arguments: ["", "A", "Ag", "Ag=", "Ag==\n", " Ag==", "Ag==Ag==", "_-==", "é", "\u{0}"])
    func `text that is not padded Base64 is refused`(_ text: String) {
        #expect(throws: SRPError.malformedVerifier) {
            try SRPVerifier(registeredVerifier: text, salt: Self.goodSalt)
        }
        #expect(throws: SRPError.malformedSalt) {
            try SRPVerifier(registeredVerifier: Self.goodVerifier, salt: text)
        }
    }

    @Test func `a salt has 1 to 64 bytes that count`() throws {
        for bytes in [[0], [UInt8](repeating: 0xFF, count: 65), [UInt8](repeating: 0xFF, count: 900)] {
            #expect(throws: SRPError.malformedSalt) {
                try SRPVerifier(registeredVerifier: Self.goodVerifier, salt: Base64.encode(bytes))
            }
        }
        let longest = [UInt8](repeating: 0xFF, count: 64)
        let verifier = try SRPVerifier(registeredVerifier: Self.goodVerifier, salt: Base64.encode([0] + longest))
        #expect(verifier.salt == longest)
    }
}
