// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Synchronization

/// The service's half of a proof over SRP, with real numbers.
final class ProofJudge: Sendable {
    private let verifier: SRPVerifier
    private let server: SRPServer
    private let publicKey = Mutex("")

    init(_ identity: SRPIdentity, password: String) {
        verifier = SRPVerifier.make(
            identity: identity,
            password: Secret(utf8: password),
            salt: [UInt8](repeating: 0x9C, count: 16),
            arithmetic: MontgomeryArithmetic.shared
        )
        server = SRPServer(
            identity: identity,
            verifier: verifier,
            privateKey: [UInt8](repeating: 7, count: 32),
            arithmetic: MontgomeryArithmetic.shared
        )
    }

    /// The service's challenge for the public key in `parameters`.
    func challenge(to parameters: WireValue?) -> WireValue {
        publicKey.withLock { $0 = parameters?["SRP_A"]?.stringValue ?? "" }
        return [
            "USERNAME": "sub-1", "USER_ID_FOR_SRP": "sub-1", "SALT": .string(verifier.saltHex),
            "SRP_B": .string(server.publicKeyHex), "SECRET_BLOCK": .string(Base64.encode([1, 2, 3])),
        ]
    }

    /// Tokens for a valid proof of the password.
    func answer(to responses: WireValue?, _ clock: ManualClock) -> ScriptedService.Reply {
        let signature = Base64.decode(responses?["PASSWORD_CLAIM_SIGNATURE"]?.stringValue ?? "") ?? []
        let isRight = try? server.accepts(
            signature: signature,
            clientPublicKey: SRPPublicKey(hex: publicKey.withLock { $0 }),
            secretBlock: [1, 2, 3],
            timestamp: responses?["TIMESTAMP"]?.stringValue ?? ""
        )
        return isRight == true
            ? .answer(["AuthenticationResult": Fixture.tokens(clock)]) : .fault("NotAuthorizedException")
    }
}
