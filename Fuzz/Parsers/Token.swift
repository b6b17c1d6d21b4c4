// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolModel

@testable import GatehouseCrypto
@testable import GatehouseSession
@testable import GatehouseSignIn
@testable import GatehouseUserPoolKernel
@testable import GatehouseUserPools

private let sealer = Sealer(
    ring: (try? KeyRing.generate(id: "fuzz", entropy: .seeded(1))) ?? { preconditionFailure("32 bytes make a key") }(),
    entropy: .seeded(2)
)

private let keys = SigningKeys(sealer: sealer, signer: SwiftCryptoRSASigner())
private let secrets = TokenSecrets(sealer: sealer, entropy: .seeded(3))

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
        precondition(unseal(text) == nil, "a session without a seal was unsealed")
        precondition(
            (try? SecretBlock(unsealing: bytes, clientID: "client", sealer: sealer, now: .distantPast)) == nil,
            "a block without a seal was unsealed"
        )
        precondition(
            (try? PageTokens(sealer: sealer, purpose: .pageToken).open(text, list: "list")) == nil,
            "a page token without a seal was unsealed"
        )
        let context = Array("client".utf8)
        if let session = unseal(Base64.encode(sealer.seal(bytes, purpose: .sessionString, context: []))) {
            let again = try? SignInSession(
                unsealing: session.sealed(by: sealer), clientID: session.clientID, sealer: sealer, now: .distantPast
            )
            precondition(again == session, "a session that was sealed does not read the same")
        }
        let block = sealer.seal(bytes, purpose: .secretBlock, context: context)
        _ = try? SecretBlock(unsealing: block, clientID: "client", sealer: sealer, now: .distantPast)
    }

    /// Refresh tokens, which name their family: as they come, and as they would be if their keyed hash held.
    func feedRefreshToken(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        precondition(secrets.familyName(in: text) == nil, "a token without a keyed hash names a family")
        let hash = sealer.mac(bytes, purpose: .refreshTokenFamily)
        guard let name = secrets.familyName(in: Base64URL.encode(hash + bytes)) else { return }
        let isWhole = bytes.dropFirst(48).elementsEqual("\(name.poolID)/\(name.id)".utf8)
        precondition(isWhole, "a token names another family than its bytes")
        var other = hash
        other[bytes.count % other.count] ^= 1
        precondition(
            secrets.familyName(in: Base64URL.encode(other + bytes)) == nil, "a token with another hash names a family")
        let family = TokenFamilyRecord(
            id: name.id, poolID: name.poolID, clientID: "client", sub: "sub", eventID: "event", authTime: .distantPast,
            expiresAt: .distantPast)
        let token = secrets.newRefreshToken(in: family, expiresAt: .distantPast).token
        precondition(secrets.familyName(in: token) == name, "a name that was written does not read the same")
    }

    private func unseal(_ text: String) -> SignInSession? {
        try? SignInSession(unsealing: text, clientID: "client", sealer: sealer, now: .distantPast)
    }
}
