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
    /// The lifetimes of the client's tokens.
    let lifetimes: TokenLifetimes
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
        var claims = common(use: "id", lifetime: lifetimes.id)
        if isRevocable { claims["jti"] = .string(id) }
        claims.merge(groups.idToken)
        claims["aud"] = .string(client.id)
        claims["cognito:username"] = .string(user.username)
        for (name, value) in user.attributes where client.mayRead(name) && family.grant?.releases(name) != false {
            claims[name] = Self.claim(name, value)
        }
        claims[IdentitiesAttribute.name] = user.attributes[IdentitiesAttribute.name].map(IdentitiesAttribute.claim)
        claims["nonce"] = nonce.map(WireValue.string)
        if family.grant != nil { claims["at_hash"] = .string(Self.hash(of: accessToken)) }
        return ClaimsOverride.idToken(claims, override.idToken).jsonBytes()
    }

    /// The payload of an access token.
    func accessToken(id: String) -> [UInt8] {
        var claims = common(use: "access", lifetime: lifetimes.access)
        claims["jti"] = .string(id)
        claims.merge(groups.accessToken)
        claims["client_id"] = .string(client.id)
        claims["username"] = .string(user.username)
        claims["scope"] = .string(family.grant?.text ?? TokenGrant.ownOperations)
        if let grant = family.grant {
            claims["version"] = .integer(2)
            claims["aud"] = grant.audience.map(WireValue.string)
        }
        if let key = family.deviceKey { claims["device_key"] = .string(key) }
        return ClaimsOverride.accessToken(claims, override, clientID: client.id).jsonBytes()
    }

    /// Whether the tokens contain the id of their family, so that they can be revoked.
    private var isRevocable: Bool { client.isRevocationEnabled || client.rotatesRefreshTokens }

    private func common(use: String, lifetime: Double) -> WireMembers {
        var claims: WireMembers = [
            "auth_time": .integer(Self.seconds(family.authTime)),
            "event_id": .string(family.eventID),
            "exp": .integer(Self.seconds(issuedAt.addingTimeInterval(lifetime))),
            "iat": .integer(Self.seconds(issuedAt)),
            "iss": .string(issuer),
            "sub": .string(user.sub),
            "token_use": .string(use),
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

/// The claims about a user's groups.
struct GroupClaims: Sendable, Equatable {
    /// The names of the groups, in order of precedence.
    let names: [String]
    /// The roles of all groups without duplicates, in order of precedence.
    let roles: [String]
    /// The role of the first group that has one; `nil` if groups of the same precedence have different roles.
    let preferredRole: String?

    /// Creates the claims of groups: a lower precedence value comes first, no value comes last, and names decide a tie.
    init(_ groups: [GroupRecord]) {
        let ranked = groups.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
        names = ranked.map(\.name)
        let withRole = ranked.filter { $0.roleARN != nil }
        var roles: [String] = []
        for role in withRole.compactMap(\.roleARN) where !roles.contains(role) { roles.append(role) }
        self.roles = roles
        let best = Set(withRole.prefix { $0.rank == withRole.first?.rank }.map(\.roleARN))
        preferredRole = best.count == 1 ? roles.first : nil
    }

    /// Creates claims from names and roles that a trigger returned.
    init(names: [String], roles: [String], preferredRole: String?) {
        (self.names, self.roles, self.preferredRole) = (names, roles, preferredRole)
    }

    /// The claims of an ID token.
    var idToken: WireMembers {
        var claims = accessToken
        if !roles.isEmpty { claims["cognito:roles"] = .array(roles.map(WireValue.string)) }
        claims["cognito:preferred_role"] = preferredRole.map(WireValue.string)
        return claims
    }

    /// The claims of an access token: the names only.
    var accessToken: WireMembers {
        names.isEmpty ? [:] : ["cognito:groups": .array(names.map(WireValue.string))]
    }
}

extension GroupRecord {
    fileprivate var rank: Int { precedence ?? .max }
}

/// Applies the changes of the PreTokenGeneration trigger to the claims of a token.
///
/// Claims on which the validity of the token depends never change, and suppression takes precedence over all other
/// changes.
enum ClaimsOverride {
    /// Claims that the trigger cannot change, in any token.
    private static let fixed: Set<String> = [
        "acr", "amr", "at_hash", "auth_time", "azp", "exp", "iat", "identities", "iss", "jti", "nbf", "nonce",
        "origin_jti", "sub", "token_use", "username", "client_id", "event_id", "device_key", "version", "act",
    ]
    private static let groups = "cognito:groups"
    private static let groupClaims = [groups, "cognito:roles", "cognito:preferred_role"]

    /// The claims of an ID token.
    static func idToken(
        _ claims: WireMembers, _ changes: PreTokenGeneration.Claims
    ) -> WireMembers {
        changed(claims, changes) { name, _ in name != "aud" && !name.hasPrefix("dev:") }
    }

    /// The claims of an access token of this client.
    static func accessToken(
        _ claims: WireMembers, _ override: PreTokenGeneration, clientID: String
    ) -> WireMembers {
        var claims = changed(claims, override.accessToken) { name, value in
            name == "aud" ? value == .string(clientID) : name != "scope"
        }
        guard !override.addedScopes.isEmpty || !override.suppressedScopes.isEmpty else { return claims }
        var scopes = (claims["scope"]?.stringValue ?? "").split(separator: " ").map(String.init)
        for scope in override.addedScopes where !scopes.contains(scope) { scopes.append(scope) }
        scopes.removeAll(where: override.suppressedScopes.contains)
        claims["scope"] = .string(scopes.joined(separator: " "))
        return claims
    }

    private static func changed(
        _ claims: WireMembers, _ changes: PreTokenGeneration.Claims,
        mayAdd: (String, WireValue) -> Bool
    ) -> WireMembers {
        var claims = claims
        for (name, value) in changes.added where !isFixed(name.text) && mayAdd(name.text, value) {
            claims[name] = value
        }
        for name in changes.suppressed where !isFixed(name) && name != "aud" && name != "scope" {
            claims[name] = nil
        }
        if changes.suppressed.contains(groups) {
            for name in groupClaims { claims[name] = nil }
        }
        return claims
    }

    private static func isFixed(_ name: String) -> Bool {
        fixed.contains(name) || name.hasPrefix("cognito:")
    }
}
