// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import Testing

@testable import GatehouseUserPoolKernel

@Suite struct DecoyVerifierTests {
    private let passwords: StoredPasswords

    init() throws {
        let ring = try KeyRing.generate(id: "k1", entropy: .seeded(1))
        passwords = StoredPasswords(
            sealer: Sealer(ring: ring, entropy: .seeded(2)), entropy: .seeded(3),
            arithmetic: MontgomeryArithmetic.shared)
    }

    private func decoy(_ name: String, in poolID: String = "pool") throws -> SRPVerifier {
        try passwords.verifier(of: nil, name: name, poolID: poolID)
    }

    @Test func `an unknown name has a verifier of its own, always the same and as long as a stored one`() throws {
        let ada = try decoy("ada")
        #expect(try decoy("ada") == ada)
        #expect(ada.salt.count > 12)
        #expect(ada.verifier.count > 380)
        #expect(ada.powers != nil)
        let others = [try decoy("bob"), try decoy("ada", in: "other")]
        for other in others {
            #expect(other.salt != ada.salt)
            #expect(other.verifier != ada.verifier)
        }
    }

    @Test func `no password leads to the verifier of an unknown name`() throws {
        let identity = SRPIdentity.user(poolID: "r_pool", userIDForSRP: "ada")
        let isRight = try decoy("ada").matches(
            identity: identity, password: Secret(utf8: "Correct-Horse-7!"), arithmetic: MontgomeryArithmetic.shared)
        #expect(!isRight)
    }
}
