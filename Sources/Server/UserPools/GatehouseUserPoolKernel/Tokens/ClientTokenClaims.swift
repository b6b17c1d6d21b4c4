// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel
import GatehouseWire

/// The claims of a machine's access token: the client is its own subject, and there is no user and no sign-in.
struct ClientTokenClaims {
    let client: AppClientRecord
    let grant: TokenGrant
    /// The changes of the PreTokenGeneration trigger.
    let override: PreTokenGeneration
    let issuer: String
    let issuedAt: Date

    /// The payload of the token.
    func accessToken(id: String) -> [UInt8] {
        let now = Int64(issuedAt.timeIntervalSince1970.rounded(.down))
        var claims: [WireName: WireValue] = [
            "sub": .string(client.id),
            "client_id": .string(client.id),
            "iss": .string(issuer),
            "token_use": "access",
            "version": 2,
            "scope": .string(grant.text),
            "jti": .string(id),
            "auth_time": .integer(now),
            "iat": .integer(now),
            "exp": .integer(now + Int64(client.lifetimes.access)),
        ]
        claims["aud"] = grant.audience.map(WireValue.string)
        return WireValue.object(ClaimsOverride.accessToken(claims, override, clientID: client.id)).jsonBytes()
    }
}
