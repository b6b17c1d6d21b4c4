// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseServerCrypto
import GatehouseUserPoolModel

@testable import GatehouseCrypto
@testable import GatehouseSession
@testable import GatehouseUserPoolKernel
@testable import GatehouseUserPools

private let sealer = Sealer(
    ring: (try? KeyRing.generate(id: "fuzz", entropy: .seeded(1))) ?? { preconditionFailure("32 bytes make a key") }(),
    entropy: .seeded(2)
)

private let keys = SigningKeys(sealer: sealer, signer: SwiftCryptoRSASigner())

extension FuzzedParser {
    /// Tokens as server and client read them before verification.
    func feedToken(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let token = PresentedToken(text) {
            _ = token.unverifiedClient + token.unverifiedSubject + (token.unverifiedFamily ?? "")
            let claims = try? token.verified(by: [], keys, at: .distantPast)
            precondition(claims == nil, "a token was verified without a key")
        }
        _ = TokenClaims(text)
    }

    /// Session strings, SRP blocks and page tokens: as they come, and as they would be if their seal held.
    func feedSession(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        precondition(open(text) == nil, "an unsealed session was opened")
        precondition(
            (try? SecretBlock(opening: bytes, clientID: "client", sealer: sealer, now: .distantPast)) == nil,
            "an unsealed block was opened"
        )
        precondition(
            (try? PageTokens(sealer: sealer).open(text, list: "list")) == nil, "an unsealed page token was opened")
        let context = Array("client".utf8)
        if let session = open(Base64.encode(sealer.seal(bytes, purpose: "session-string", context: []))) {
            let again = try? SignInSession(
                opening: session.sealed(by: sealer), clientID: session.clientID, sealer: sealer, now: .distantPast
            )
            precondition(again == session, "a session that was sealed does not read the same")
        }
        let block = sealer.seal(bytes, purpose: "srp-secret-block", context: context)
        _ = try? SecretBlock(opening: block, clientID: "client", sealer: sealer, now: .distantPast)
    }

    private func open(_ text: String) -> SignInSession? {
        try? SignInSession(opening: text, clientID: "client", sealer: sealer, now: .distantPast)
    }
}
