// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The claims of a user's tokens.
struct TokenClaims {
    let user: UserRecord
    let client: AppClientRecord
    let family: TokenFamilyRecord
    let groups: GroupClaims
    /// The changes of the PreTokenGeneration trigger.
    var override = PreTokenGeneration.nothing
    let issuer: String
    let issuedAt: Date
    /// The claim `nonce` of the ID token.
    var nonce: String?

    /// Whether an ID token belongs to the access token: without the scope `openid`, a grant has none.
    var hasIDToken: Bool { family.grant?.scopes.contains(TokenGrant.openID) ?? true }

    /// The payload of the ID token that is issued together with an access token.
    func idToken(id: String, accessToken: String) -> [UInt8] {
        var claims = common(use: "id", lifetime: client.lifetimes.id)
        if isRevocable { claims["jti"] = .string(id) }
        claims.merge(groups.idToken) { $1 }
        claims["aud"] = .string(client.id)
        claims["cognito:username"] = .string(user.username)
        for (name, value) in user.attributes where client.mayRead(name) && family.grant?.releases(name) != false {
            claims[name] = Self.claim(name, value)
        }
        claims[IdentitiesAttribute.name] = user.attributes[IdentitiesAttribute.name].map(IdentitiesAttribute.claim)
        claims["nonce"] = nonce.map(WireValue.string)
        if family.grant != nil { claims["at_hash"] = .string(Self.hash(of: accessToken)) }
        return WireValue.object(ClaimsOverride.idToken(claims, override.idToken)).jsonBytes()
    }

    /// The payload of an access token.
    func accessToken(id: String) -> [UInt8] {
        var claims = common(use: "access", lifetime: client.lifetimes.access)
        claims["jti"] = .string(id)
        claims.merge(groups.accessToken) { $1 }
        claims["client_id"] = .string(client.id)
        claims["username"] = .string(user.username)
        claims["scope"] = .string(family.grant?.text ?? TokenGrant.ownOperations)
        if let grant = family.grant {
            claims["version"] = .integer(2)
            claims["aud"] = grant.audience.map(WireValue.string)
        }
        if let key = family.deviceKey { claims["device_key"] = .string(key) }
        return WireValue.object(ClaimsOverride.accessToken(claims, override, clientID: client.id)).jsonBytes()
    }

    /// Whether the tokens contain the id of their family, so that they can be revoked.
    private var isRevocable: Bool { client.isRevocationEnabled || client.rotatesRefreshTokens }

    private func common(use: String, lifetime: Double) -> [WireName: WireValue] {
        var claims: [WireName: WireValue] = [
            "sub": .string(user.sub),
            "iss": .string(issuer),
            "token_use": .string(use),
            "event_id": .string(family.eventID),
            "auth_time": .integer(Self.seconds(family.authTime)),
            "iat": .integer(Self.seconds(issuedAt)),
            "exp": .integer(Self.seconds(issuedAt.addingTimeInterval(lifetime))),
        ]
        if isRevocable {
            claims["origin_jti"] = .string(family.id)
        }
        if let level = family.levelName {
            claims["acr"] = .string(level)
            claims["amr"] = .array(family.methods.claim.map(WireValue.string))
        }
        return claims
    }

    private static func claim(_ name: String, _ value: String) -> WireValue {
        switch name {
        case "email_verified", "phone_number_verified": .bool(value.lowercased() == "true")
        case "address": .object(["formatted": .string(value)])
        case "updated_at": Int64(value).map(WireValue.integer) ?? .string(value)
        default: .string(value)
        }
    }

    /// The claim `at_hash` for an access token: the left half of its hash (OpenID Connect Core, section 3.1.3.6).
    private static func hash(of accessToken: String) -> String {
        Base64URL.encode(Array(sha256(Array(accessToken.utf8)).prefix(16)))
    }

    private static func seconds(_ date: Date) -> Int64 {
        Int64(date.timeIntervalSince1970.rounded(.down))
    }
}
